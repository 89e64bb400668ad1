"""Which answers to a threat matter.

After a four, only the answer that stops it does. After a three, a single double four wins if the
defender passes: a move, and two cells each of which completes a line after it. An answer matters if

- it lies on a cell of every such win, or
- it makes a four at once.

After any other answer one of these wins goes through as it is, so it need not be looked at.
"""

from typing import NamedTuple

from kinarow.forcing.threats_kernel import Threats, completing
from kinarow.native.jit import jit_part
from kinarow.native.types import Ints

_TAKEN = 1_000_000


class Marks(NamedTuple):
    """Cells that were taken up, each once, and how often."""

    stamps: Ints
    """When each cell was last taken up."""
    counts: Ints
    cells: Ints
    """The cells taken up since the last beginning."""
    numbers: Ints
    """The stamp of this time; how many cells there are; how many proofs were gone through."""
    partner: Ints
    """For each cell, the cell that completes a line after it; -1 between questions."""


@jit_part
def begin(marks: Marks) -> None:
    marks.numbers[0] += 1
    marks.numbers[1] = 0


@jit_part
def mark(marks: Marks, cell: int) -> None:
    """Take a cell up, or count it once more."""
    if marks.stamps[cell] != marks.numbers[0]:
        marks.stamps[cell] = marks.numbers[0]
        marks.counts[cell] = 0
        marks.cells[marks.numbers[1]] = cell
        marks.numbers[1] += 1
    marks.counts[cell] += 1


@jit_part
def _mark_once(marks: Marks, cell: int, number: int) -> None:
    """Count a cell as one that matters in the win of this number, if it did in all before."""
    if number == 0 and marks.stamps[cell] != marks.numbers[0]:
        mark(marks, cell)
    elif marks.stamps[cell] == marks.numbers[0] and marks.counts[cell] == number:
        marks.counts[cell] += 1


@jit_part
def _mark_doubles(threats: Threats, side: int, marks: Marks) -> int:
    """Mark the cells that matter in all wins by a single double four; returns how many such wins
    there are."""
    wins = 0
    for i in range(threats.sizes[side, 1]):
        window = threats.members[side, 1, i]
        a, b = -1, -1
        for cell in threats.window_cells[window]:
            if threats.stones[cell] == 0:
                if a < 0:
                    a = cell
                else:
                    b = cell
        for turn in range(2):
            move, then = (a, b) if turn == 0 else (b, a)
            # The first partner of a cell is remembered; a second one makes a double four.
            before = marks.partner[move]
            if before < 0:
                marks.partner[move] = then
            elif before != _TAKEN and before != then:
                _mark_once(marks, move, wins)
                _mark_once(marks, before, wins)
                _mark_once(marks, then, wins)
                marks.partner[move] = _TAKEN
                wins += 1
    for i in range(threats.sizes[side, 1]):
        for cell in threats.window_cells[threats.members[side, 1, i]]:
            marks.partner[cell] = -1
    return wins


@jit_part
def mark_windows(threats: Threats, side: int, level: int, marks: Marks) -> None:
    """Mark the empty cells of a side's windows that lack `level` + 1 stones."""
    for i in range(threats.sizes[side, level]):
        for cell in threats.window_cells[threats.members[side, level, i]]:
            if threats.stones[cell] == 0:
                mark(marks, cell)


@jit_part
def answers_to(threats: Threats, side: int, marks: Marks, into: Ints) -> int:
    """The answers that matter after a move of `side`; -1 if it threatens neither a line nor a
    double four. The other side cannot complete a line now."""
    other = 1 - side
    a, b, _ = completing(threats, side)
    if a >= 0:
        into[0] = a
        return 1 if b < 0 else 0
    begin(marks)
    wins = _mark_doubles(threats, side, marks)
    if wins == 0:
        return -1
    count = 0
    for i in range(marks.numbers[1]):
        cell = marks.cells[i]
        if marks.counts[cell] == wins:
            into[count] = cell
            marks.counts[cell] = _TAKEN
            count += 1
    first = marks.numbers[1]
    mark_windows(threats, other, 1, marks)
    for i in range(first):
        # It matters in some of the wins, and makes a four besides.
        cell = marks.cells[i]
        if marks.counts[cell] < _TAKEN:
            for window in threats.cell_windows[cell]:
                if window < 0:
                    break
                if (
                    threats.counts[side, window] == 0
                    and threats.counts[other, window] == threats.target - 2
                ):
                    into[count] = cell
                    count += 1
                    break
    for i in range(first, marks.numbers[1]):
        into[count] = marks.cells[i]
        count += 1
    return count
