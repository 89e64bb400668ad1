"""Reasons in plain English: one sentence first, then what it rests on."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence

from kinarow.game import Cell, Side
from kinarow.game.geometry import column_letters
from kinarow.reasons.plan import Group, Plan, cells_of, claimed_cells
from kinarow.reasons.reason import Kind, Reason, line_through, lines_lacking
from kinarow.reasons.rules import HoldingRule

Mark = Callable[[Side], str]
_BY_LETTER: Mark = operator.attrgetter("mark")

_MOST_LINES = 3
"""Lines that are named for each rule; the others are counted."""

_MOST_BRANCHES = 8
"""Answers that are told one by one; the others are counted."""

_NEVER = "{other} never gets {all} together, in whatever order these columns are played"

_RULES = {
    "claimeven": "{side} answers {0} with {1}, so {other} never gets {1}",
    "baseinverse": "when {other} takes one of {all}, {side} can take {the_other}",
    "vertical": "when {other} takes {0}, {side} can answer {1}",
    "lowinverse": _NEVER,
    "highinverse": _NEVER,
    "baseclaim": _NEVER,
    "aftereven": "{side} has won with {all} before {other} has the cells above that it needs",
    "before": _NEVER + "; right below them {side} would complete a line",
    "specialbefore": _NEVER + "; right below all but one of them {side} would complete a line",
    "columns": _NEVER,
}


_LOSES: dict[Kind, str] = {
    "at once": "at once", "forced": "to threats", "zugzwang": "in zugzwang",
}  # fmt: skip


def sentence(reason: Reason, mark: Mark = _BY_LETTER) -> str:
    """A reason in one or two sentences."""
    tell = {
        "completes": _completes,
        "two": _two,
        "sequence": _sequence,
        "threats": _threats,
        "every move": _every_move,
        "plan": _plan,
    }[reason.form]
    return tell(reason, mark)


def told(reason: Reason, mark: Mark = _BY_LETTER) -> list[str]:
    """A reason in lines: the sentence, then each part or rule that it rests on."""
    lines = [sentence(reason, mark)]
    if reason.form == "every move":
        lines += _after_each_move(reason, mark)
    lines += _branches(reason, mark)
    if reason.kind == "holding":
        lines += [f"  {rule_words(rule, reason.side, mark)}" for rule in reason.rules]
    return lines


def _after_each_move(reason: Reason, mark: Mark) -> list[str]:
    """What happens after each move, those that lose alike together."""
    before, alike = reason.after, dict[str, list[str]]()
    for part in reason.parts:
        alike.setdefault(sentence(part, mark), []).append(before.move_to(part.position).name)
    return [f"  {mark(before.mover)} {_or(moves)}: {said}" for said, moves in alike.items()]


def rule_words(rule: HoldingRule, side: Side, mark: Mark = _BY_LETTER) -> str:
    """What a rule does, and the lines that it meets."""
    names = [cell.name for cell in rule.cells]
    pattern = _RULES[rule.name]
    if len(names) == 1:
        pattern = pattern.replace(" together", "").replace("below them", "below it")
    the_other = "the other" if len(names) == 2 else "another"
    said = pattern.format(
        *names, side=mark(side), other=mark(side.other), all=_and(names), the_other=the_other
    )
    shown = "; ".join(_line(line) for line in rule.lines[:_MOST_LINES])
    more = len(rule.lines) - _MOST_LINES
    return f"{rule.name}: {said} ({shown}{f' and {more} more' if more > 0 else ''})"


def _completes(reason: Reason, mark: Mark) -> str:
    cell = reason.cells[0]
    line = _line(line_through(reason.position, reason.side, cell))
    others = reason.cells[1:]
    also = f"; so does {_or(c.name for c in others)}" if others else ""
    return f"{mark(reason.side)} wins at once: {cell} completes {line}{also}."


def _two(reason: Reason, mark: Mark) -> str:
    cells = _and(cell.name for cell in reason.cells)
    side, other = mark(reason.side), mark(reason.side.other)
    both = "both " if len(reason.cells) == 2 else ""
    threatens = f"threatens {both}{cells}, and {other} can stop only one of them"
    if reason.moves:
        return f"{side} wins: it plays {reason.moves[0]} and {threatens}."
    return f"{side} wins: it {threatens}."


def _sequence(reason: Reason, mark: Mark) -> str:
    side, other = mark(reason.side), mark(reason.side.other)
    pairs = zip(reason.moves[::2], reason.moves[1::2], strict=False)
    steps = [f"{own} ({other} must answer {stop})" for own, stop in pairs]
    if len(reason.moves) % 2 == 0:
        line = _line(line_through(reason.after, reason.side, reason.cells[0]))
        return (
            f"{side} wins by threats: {', '.join(steps)}, then {reason.cells[0]} completes {line}."
        )
    cells = _and(cell.name for cell in reason.cells)
    both = "both " if len(reason.cells) == 2 else ""
    return (
        f"{side} wins by threats: {', '.join(steps)}, then {reason.moves[-1]} threatens {both}"
        f"{cells}, and {other} can stop only one of them."
    )


def _threats(reason: Reason, mark: Mark) -> str:
    """The longest line of a proof in which the defender can choose."""
    side, other = mark(reason.side), mark(reason.side.other)
    loses, moves = reason.position.mover is not reason.side, list(reason.moves)
    first = f"{other} {moves.pop(0)}, " if loses else ""
    pairs = zip(moves[::2], moves[1::2], strict=True)
    steps = ", ".join(f"{side} {own} ({other} {answer})" for own, answer in pairs)
    line = _line(line_through(reason.after, reason.side, reason.cells[0]))
    whatever = f", whatever {other} plays" if loses else ""
    count = len(reason.moves) + 1
    return (
        f"{side} wins by threats{whatever}, with {count} stones at most: {first}{steps}, then "
        f"{reason.cells[0]} completes {line}."
    )


def _branches(reason: Reason, mark: Mark) -> list[str]:
    """What happens beside the longest line, as much as someone would read."""
    said, (side, other) = [], (mark(reason.side), mark(reason.side.other))
    for branch in reason.branches[:_MOST_BRANCHES]:
        after = f"after {_line(branch.before)}, " if branch.before else ""
        answer = f"{other} {branch.answer}" if branch.answer else "any other answer"
        lines = [f"{side} {_line(line)}" for line in branch.lines]
        said.append(f"  {after}{answer}: {_or(lines)}")
    more = len(reason.branches) - _MOST_BRANCHES
    return [*said, f"  and {more} more answers, which lose too"] if more > 0 else said


def _every_move(reason: Reason, mark: Mark) -> str:
    side, other = mark(reason.side), mark(reason.side.other)
    loses = f"every move of {other} loses{_how_each(reason)}."
    if reason.moves:
        return f"{side} wins: it plays {reason.moves[0]}, and then {loses}"
    return f"{side} wins: {loses}"


def _how_each(reason: Reason) -> str:
    """By which kind of reason: one for all moves, or which moves by each."""
    before, moves = reason.after, dict[Kind, list[str]]()
    for part in reason.parts:
        moves.setdefault(part.kind, []).append(before.move_to(part.position).name)
    if len(moves) == 1:
        return f" {_LOSES[reason.kind]}"
    return ": " + "; ".join(
        f"{_and(moves[kind])} {words}" for kind, words in _LOSES.items() if kind in moves
    )


def _plan(reason: Reason, mark: Mark) -> str:
    assert reason.plan is not None
    side = mark(reason.side)
    played = _played(reason, mark)
    if not reason.wins:
        how = _follows(reason.plan, reason.plan.groups, mark)
        does = "does not lose: it plays" if played else "does not lose:"
        return f"{side} {does} {played}{how}." if played else f"{side} {does} {how}."
    begun = f"it plays {played}" if played else ""
    return f"{side} wins: {begun}{_zugzwang(reason.plan, mark)}."


def _played(reason: Reason, mark: Mark) -> str:
    return f"{reason.moves[0]}, and from then on " if reason.moves else ""


def _zugzwang(plan: Plan, mark: Mark) -> str:
    """How the plan wins: what is filled, and what the other side has to play then."""
    winning = [group for group in plan.groups if group.wins]
    filled = [group for group in plan.groups if not group.wins]
    said = _follows(plan, plan.groups, mark)
    stones = sum(group.cells.bit_count() for group in filled)
    other = mark(plan.follower.other)
    if not winning:
        lacked = plan.after[0][0]
        cells = _and(cell.name for cell in cells_of(plan.position, lacked))
        return (
            f"{said}. So it gets {cells}, which complete {_line(lines_lacking(plan, [lacked])[0])}"
        )
    left = _and(_all_letters(plan, winning))
    if filled:
        full = _all_letters(plan, filled)
        are = "are" if len(full) > 1 else "is"
        said += f". When {_and(full)} {are} full ({stones} more stones), {other}"
    else:
        said += f". {other}"
    return f"{said} can play only in {left}: {_ends(plan, winning, mark)}"


def _ends(plan: Plan, winning: Sequence[Group], mark: Mark) -> str:
    """What happens in the columns that are left."""
    side, other = mark(plan.follower), mark(plan.follower.other)
    ends = []
    for group in winning:
        if len(group.columns) == 1:
            under, upper = _stop(group)
            fill = (group.columns[0] & (under - 1)).bit_count()
            after = f"after {fill} more stones there, " if fill else ""
            line = _line(lines_lacking(plan, [upper])[0])
            cell = plan.position.geometry.cell
            ends.append(f"{after}{cell(under)} lets {side} complete {line} with {cell(upper)}")
        else:
            lines = [_line(line) for line in lines_lacking(plan, group.lines)]
            if len(lines) > _MOST_LINES + 1:
                more = len(lines) - _MOST_LINES
                lines = [*lines[:_MOST_LINES], f"one of {more} more lines"]
            columns = _and(_letters(plan, group))
            ends.append(f"however {other} plays in {columns}, {side} completes {_or(lines)}")
    return "; ".join(ends)


def _stop(group: Group) -> tuple[int, int]:
    """The cell that the leader has to play at last in a column, and the one above, which wins."""
    *_, (upper, _) = claimed_cells(group.columns[0], group.lines)
    return upper >> 1, upper


def _follows(plan: Plan, groups: Iterable[Group], mark: Mark) -> str:
    """What the follower does, in columns alone and in those that belong together."""
    other = mark(plan.follower.other)
    alone = [_letters(plan, group)[0] for group in groups if len(group.columns) == 1]
    said = [f"it answers every {other} stone in {_and(alone)} right above it"] if alone else []
    for group in groups:
        if len(group.columns) > 1:
            these = _or(_letters(plan, group))
            said.append(f"a stone in {these} with one of its own in {these}")
    if not alone:
        said[0] = f"it answers {said[0]}"
    *first, last = said
    return ", ".join([*first, f"and {last}" if first else last])


def _letters(plan: Plan, group: Group) -> list[str]:
    on = plan.position.geometry
    return [column_letters(on.cell(column & -column).column) for column in group.columns]


def _all_letters(plan: Plan, groups: Iterable[Group]) -> list[str]:
    """The columns of some groups, from the left."""
    on = plan.position.geometry
    lowest = sorted(column & -column for group in groups for column in group.columns)
    return [column_letters(on.cell(cell).column) for cell in lowest]


def _line(cells: Sequence[Cell]) -> str:
    return " ".join(cell.name for cell in cells)


def _and(names: Iterable[str]) -> str:
    return _listed(list(names), "and")


def _or(names: Iterable[str]) -> str:
    return _listed(list(names), "or")


def _listed(names: list[str], word: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
