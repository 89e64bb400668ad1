"""What a reason says, held against what is so: by the rules of the game, and by an exact engine.

The engine is asked itself, not the solver around it, which on boards without gravity takes a win by
threats for proven: reasons are found by the same search of threats.
"""

from __future__ import annotations

from collections.abc import Iterator

from kinarow.game import Cell, Position
from kinarow.players import AlphaBetaPlayer
from kinarow.reasons.plan import Group, Plan, claimed_cells
from kinarow.reasons.reason import Reason, line_through
from kinarow.score import is_proven, last_stone
from kinarow.solver.shared import shared_solver
from kinarow.solver.solution import Bounds
from kinarow.work.budget import Budget

_MOST_NODES = 20_000_000
_DEEPEST = 5
"""Stones that a search looks ahead where an engine knows no lengths."""

_NEVER_TOGETHER = ("lowinverse", "highinverse", "baseclaim", "before", "specialbefore", "columns")


class NotSolvedError(Exception):
    """The engine did not come to an end: nothing is known of the claim."""


def false_in(reason: Reason) -> list[str]:
    """What is false of all that a reason says: nothing, if it is true."""
    found = [*_false_moves(reason), *_false_rules(reason), *_false_value(reason)]
    if reason.form == "every move":
        answered = {reason.after.move_to(part.position) for part in reason.parts}
        if answered != set(reason.after.legal_moves()):
            found.append("a move has no answer")
        for part in reason.parts:
            if part.side is not reason.side or not part.wins:
                found.append("a part speaks of something else")
            found += false_in(part)
    return found


def stones_said(reason: Reason) -> int | None:
    """After how many stones at most the game is won, by what is said; None if nothing is."""
    if reason.form == "completes":
        return 1
    if reason.form in ("two", "sequence", "threats"):
        # After the winner's own last move the other side stops one of two threats.
        is_winners = reason.after.mover is reason.side
        return len(reason.moves) + (1 if is_winners else 2)
    if reason.form == "every move":
        longest = max(stones_said(part) or 0 for part in reason.parts)
        return len(reason.moves) + 1 + longest
    assert reason.plan is not None
    return len(reason.moves) + _stones_of_plan(reason.plan) if reason.wins else None


def _stones_of_plan(plan: Plan) -> int:
    """All that is filled, and all that the leader can play elsewhere before he must let it be."""
    return sum(map(_stones_of_group, plan.groups))


def _stones_of_group(group: Group) -> int:
    if not group.wins or len(group.columns) > 1:
        return group.cells.bit_count()
    return 2 * len(list(claimed_cells(group.columns[0], group.lines)))


# ── by the rules ─────────────────────────────────────────────────────────────────────────────────


def _false_moves(reason: Reason) -> Iterator[str]:
    """Moves that cannot be played, cells that complete nothing, answers that are no must."""
    position = reason.position
    for move in reason.moves:
        if move not in position.legal_moves():
            yield f"{move} cannot be played"
            return
        position = position.play(move)
        is_threat = reason.form in ("two", "sequence") and position.mover is not reason.side
        if is_threat and _stays_away(position, reason):
            yield f"{move} need not be answered as it is said"
    if reason.form == "two" and not reason.moves and _stays_away(position, reason):
        yield "one of the two is no threat"
    for cell in reason.cells:
        if not _completes(position, cell, reason):
            yield f"{cell} completes nothing"


def _completes(position: Position, cell: Cell, reason: Reason) -> bool:
    """Whether a cell wins, if need be after the other side has stopped another one."""
    if position.mover is not reason.side:
        others = [other for other in reason.cells if other != cell and position.is_legal(other)]
        if not others:
            return False
        position = position.play(others[0])
    ending = position.play(cell).ending() if position.is_legal(cell) else None
    if ending is None or ending.winner is not reason.side:
        return False
    told = set(line_through(position, reason.side, cell))
    return any(told <= set(line) for line in ending.lines)


def _stays_away(threatened: Position, reason: Reason) -> bool:
    """Whether the defender wins himself, or has an answer, beside the one that is told, after which
    he is not beaten with the next stone."""
    told = dict(zip(_line(reason), reason.moves, strict=False)).get(threatened)
    for answer in threatened.legal_moves():
        after = threatened.play(answer)
        if after.is_over or (answer != told and not _wins_next(after)):
            return True
    return False


def _line(reason: Reason) -> Iterator[Position]:
    position = reason.position
    for move in reason.moves:
        yield position
        position = position.play(move)


def _wins_next(position: Position) -> bool:
    return any(position.play(move).winner is position.mover for move in position.legal_moves())


def _false_rules(reason: Reason) -> Iterator[str]:
    """Cells that the other side is said never to get together, though only more of them were tried
    out; lines that no rule meets, or that the rule is not about."""
    if reason.plan is None:
        return
    plan, on = reason.plan, reason.plan.position.geometry
    tried = {lacked for group in plan.groups for _, lacked in group.met}
    met: list[tuple[Cell, ...]] = []
    for rule in reason.rules:
        met += rule.lines
        needed = on.mask(rule.cells[1:] if rule.name == "claimeven" else rule.cells)
        if rule.name in _NEVER_TOGETHER and needed not in tried:
            yield f"{rule.name}: it was not tried whether {rule.cells} come together"
        if rule.name != "aftereven" and any(needed & ~on.mask(line) for line in rule.lines):
            yield f"{rule.name}: a line that does not need {rule.cells}"
    follower = plan.position.stones(plan.follower)
    still_open = [w.cells for w in on.windows if not w.mask & follower]
    if sorted(met) != sorted(still_open):
        yield "some lines are not met, or twice"


# ── by the engine ────────────────────────────────────────────────────────────────────────────────


def _false_value(reason: Reason) -> Iterator[str]:
    """An outcome that is another one, or a win that takes longer."""
    position, stones = reason.position, stones_said(reason)
    for_mover = reason.side is position.mover
    least = 0 if stones is None else _least_score(position, stones)
    window = Bounds(least - 1, least) if for_mover else Bounds(-least, 1 - least)
    engine = shared_solver(position.spec, megabytes=16).engine
    proven = engine.prove(position, Budget(_MOST_NODES), window=window)
    if proven.exact is None:
        raise NotSolvedError(repr(position))
    if proven.exact != (least if for_mover else -least):
        yield f"it is not so that {reason.side.mark} has {least} at least"
    if stones is not None and not position.spec.gravity and stones <= _DEEPEST:
        score = AlphaBetaPlayer(depth=stones).choose(position).score
        assert score is not None
        is_so = is_proven(score) and (score > 0) == for_mover
        if not is_so or last_stone(score) > position.plies + stones:
            yield f"it is not won in {stones} stones"


def _least_score(position: Position, stones: int) -> int:
    """Of a win that takes so many stones at most, in the engine's scale."""
    if not position.spec.gravity:
        return 1
    return (position.spec.cell_count + 2 - position.plies - stones) // 2
