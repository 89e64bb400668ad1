"""The attacker's moves that are worth a try: fours, threes and quiet moves, the best first."""

from kinarow.forcing.answers_kernel import Marks, answers_to, begin, mark, mark_windows
from kinarow.forcing.fours_kernel import WON, FoursDesk, find_fours
from kinarow.forcing.known_kernel import (
    FOURS_NODES,
    MOST_FOURS,
    NEVER,
    QUIET_NEED,
    SIDE,
    WORK,
    ProofDesk,
    find_known,
    is_proven,
    key_of,
)
from kinarow.forcing.threats_kernel import Threats, completing, put, take
from kinarow.native.jit import jit_part
from kinarow.native.types import Ints

_QUIET_MOVES = 22
_THREE_NEED = 3
_EXPANDED = 2
"""Looking at all moves of one kind takes about as long as so many positions of fours."""


@jit_part
def _sort_in(marks: Marks, cell: int, into: Ints, begin_at: int, end: int) -> None:
    """Put a cell among those from `begin_at` to `end`, which have most marks first."""
    j = end
    while j > begin_at and marks.counts[into[j - 1]] < marks.counts[cell]:
        into[j] = into[j - 1]
        j -= 1
    into[j] = cell


@jit_part
def _empty_pair(threats: Threats, window: int, skip: int) -> tuple[int, int]:
    """The empty cells of a window that lacks two stones, a stone on `skip` counted."""
    a, b = -1, -1
    for cell in threats.window_cells[window]:
        if threats.stones[cell] == 0 and cell != skip:
            if a < 0:
                a = cell
            else:
                b = cell
    return a, b


@jit_part
def _fours(threats: Threats, side: int, marks: Marks, into: Ints) -> int:
    """All fours; the cell that completes the line is the partner of the other."""
    count = 0
    for i in range(threats.sizes[side, 1]):
        a, b = _empty_pair(threats, threats.members[side, 1, i], -1)
        for turn in range(2):
            cell, then = (a, b) if turn == 0 else (b, a)
            if marks.stamps[cell] != marks.numbers[0]:
                into[count] = cell
                count += 1
            mark(marks, cell)
            marks.partner[cell] = then
    return count


@jit_part
def _makes_three(
    threats: Threats, side: int, cell: int, marks: Marks, firsts: Ints, seconds: Ints
) -> bool:
    """Whether a stone on a cell, which makes no four, threatens a double four: after it, two
    windows lack two stones, and one cell is in both. The partners are those of `_fours`; `firsts`
    and `seconds` are room to work in."""
    count = 0
    for window in threats.cell_windows[cell]:
        if window < 0:
            break
        if (
            threats.counts[1 - side, window] > 0
            or threats.counts[side, window] != threats.target - 3
        ):
            continue
        a, b = _empty_pair(threats, window, cell)
        if (marks.partner[a] >= 0 and marks.partner[a] != b) or (
            marks.partner[b] >= 0 and marks.partner[b] != a
        ):
            return True
        for i in range(count):
            # Two pairs with one cell in common, not two.
            has_a = firsts[i] == a or seconds[i] == a
            has_b = firsts[i] == b or seconds[i] == b
            if has_a != has_b:
                return True
        firsts[count], seconds[count] = a, b
        count += 1
    return False


@jit_part
def _threes(
    threats: Threats, side: int, marks: Marks, desk: ProofDesk, ply: int, fours: int
) -> int:
    """Append the moves that make a three to the fours, those in most windows first; returns where
    they end."""
    into, firsts, seconds = desk.cells[ply], desk.needs[ply + 1], desk.resists[ply + 1]
    first, end = marks.numbers[1], fours
    mark_windows(threats, side, 2, marks)
    for i in range(first, marks.numbers[1]):
        cell = marks.cells[i]
        if _makes_three(threats, side, cell, marks, firsts, seconds):
            _sort_in(marks, cell, into, fours, end)
            end += 1
    for i in range(first):
        marks.partner[marks.cells[i]] = -1
    return end


@jit_part
def _quiet_moves(
    threats: Threats, side: int, nearby: Ints, marks: Marks, into: Ints, begin_at: int
) -> int:
    """Append the moves that add to own windows, or to empty ones before there is a stone; those
    first that add most and take most from the other side. What is there already is left out.
    Returns where they end."""
    begin(marks)
    other = 1 - side
    for fewest in range(1, -1, -1):
        if marks.numbers[1] > 0:
            break
        for window in nearby:
            own = threats.counts[side, window]
            if own >= fewest and threats.counts[other, window] == 0:
                for cell in threats.window_cells[window]:
                    if threats.stones[cell] == 0:
                        mark(marks, cell)
                        marks.counts[cell] += 4 * own * own
    for window in nearby:
        own, others = threats.counts[side, window], threats.counts[other, window]
        if own == 0 and others > 0:
            for cell in threats.window_cells[window]:
                if threats.stones[cell] == 0 and marks.stamps[cell] == marks.numbers[0]:
                    marks.counts[cell] += others * others
    for i in range(begin_at):
        if marks.stamps[into[i]] == marks.numbers[0]:
            marks.counts[into[i]] = 0
    end = begin_at
    for i in range(marks.numbers[1]):
        cell = marks.cells[i]
        if marks.counts[cell] > 0:
            if end < begin_at + _QUIET_MOVES:
                _sort_in(marks, cell, into, begin_at, end)
                end += 1
            elif marks.counts[cell] > marks.counts[into[end - 1]]:
                _sort_in(marks, cell, into, begin_at, end - 1)
    return end


@jit_part
def _only_move(
    threats: Threats, cell: int, quiet: bool, ply: int, desk: ProofDesk, marks: Marks
) -> int:
    """The move that stops the defender's line, if it threatens something or quiet moves are
    allowed; returns how many moves that are."""
    side = desk.settings[SIDE]
    put(threats, cell, side)
    at = find_known(key_of(threats, False, quiet), desk)
    need, resist = QUIET_NEED, 1
    if quiet and is_proven(key_of(threats, False, False), desk):
        need, resist = 0, NEVER
    elif at >= 0:
        need, resist = desk.known[at, 0], desk.known[at, 1]
    else:
        replies = answers_to(threats, side, marks, desk.cells[ply + 1])
        desk.settings[WORK] += 1
        if replies >= 0:
            need = max(1, replies)
        elif not quiet:
            resist = 0
    take(threats, cell, side)
    desk.cells[ply, 0], desk.needs[ply, 0], desk.resists[ply, 0] = cell, need, resist
    return 1 if resist > 0 else 0


@jit_part
def expand_attack(
    threats: Threats, quiet: bool, ply: int, desk: ProofDesk, marks: Marks, fours: FoursDesk
) -> int:
    """The attacker's moves, with what is known of each; how many there are, or -1 if he wins by
    fours alone (the first of them is then the only move)."""
    side = desk.settings[SIDE]
    cells, needs, resists = desk.cells[ply], desk.needs[ply], desk.resists[ply]
    # Where something is known of a position, fours alone did not win.
    if (
        find_known(key_of(threats, True, quiet), desk) < 0
        and find_known(key_of(threats, True, False), desk) < 0
    ):
        before = fours.spent[0]
        found = find_fours(threats, side, MOST_FOURS, desk.settings[FOURS_NODES], fours)
        desk.settings[WORK] += fours.spent[0] - before
        if found == WON:
            cells[0] = fours.line[0]
            return -1
    a, b, _ = completing(threats, 1 - side)
    if b >= 0 or ply + 4 >= len(desk.cells):
        return 0
    if a >= 0:
        return _only_move(threats, a, quiet, ply, desk, marks)
    begin(marks)
    first_three = _fours(threats, side, marks, cells)
    first_quiet = _threes(threats, side, marks, desk, ply, first_three)
    desk.settings[WORK] += _EXPANDED
    end = first_quiet
    if quiet:
        end = _quiet_moves(threats, side, desk.nearby, marks, cells, first_quiet)
        desk.settings[WORK] += _EXPANDED
    count, after, by_threats = 0, key_of(threats, False, quiet), key_of(threats, False, False)
    for i in range(end):
        cell = cells[i]
        at = find_known(after ^ threats.keys[side, cell], desk)
        need, resist = 1, 1
        if at >= 0:
            need, resist = desk.known[at, 0], desk.known[at, 1]
        elif i >= first_three:
            need = _THREE_NEED if i < first_quiet else QUIET_NEED
        if quiet and i < first_quiet and is_proven(by_threats ^ threats.keys[side, cell], desk):
            need, resist = 0, NEVER
        if resist > 0:
            cells[count], needs[count], resists[count] = cell, need, resist
            count += 1
    return count
