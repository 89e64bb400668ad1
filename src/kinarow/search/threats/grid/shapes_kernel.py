"""What a stone would make on each empty cell, kept up to date stone by stone.

For each cell, direction and side, the 2·(k − 1) cells around it on that line are a number in base
3: 0 empty, 1 a stone of that side, 2 a stone of the other or the board's edge, the nearest cell
behind as the last of the lower half:

    place     −(k−1) … −1   the cell   +1 … +(k−1)
    digit        0 … k−2               k−1 … 2k−3

A table says for each such number what a stone of that side would make on the cell. A stone changes
the numbers of the cells on its four lines, and nothing else.
"""

from typing import NamedTuple

import numpy as np

from kinarow.native.jit import jit, jit_inlined
from kinarow.native.types import Bytes, Ints, SmallInts

# What a stone makes on one line, named as for k = 5.
NONE, TWO, CLOSED_THREE, THREE, FOUR, OPEN_FOUR, FIVE = range(7)

# What it makes on all four lines together. A double four is as good as an open four.
RANKS = 10
R_NONE, R_TWO, R_CLOSED_THREE, R_THREE, R_DOUBLE_THREE = range(5)
R_FOUR, R_FOUR_AND_LESS, R_FOUR_THREE, R_OPEN_FOUR, R_FIVE = range(5, RANKS)


class Shapes(NamedTuple):
    """Places are those of the bordered board, sides are 0 and 1."""

    target: int
    steps: Ints
    """From a place to the next one, in each direction."""
    units: Ints
    """[side, digit]: what a stone of that side adds to the numbers of both."""
    makes: Bytes
    """[number]: what a stone makes on a line."""
    rank_of: Bytes
    """[what it makes on each line, 3 bits a direction]: its rank."""
    value_of: Ints
    """The same: how promising that is."""
    outlook_of: Ints
    """[what it makes · 2 + role]: what a cell is worth to who is to move (0), who is not (1)."""
    numbers: Ints
    """[place · 4 + direction]: that of the first side in the lower 32 bits, of the other above."""
    crosses: SmallInts
    """[place · 2 + side]: what a stone would make on each line, 3 bits a direction."""
    ranks: Bytes
    """[side, place]: what it would make on all lines together."""
    totals: Ints
    """[side, rank]: how many empty cells have each rank."""
    outlooks: Ints
    """[side · 2 + role]: what all empty cells are worth together."""
    stones: Ints
    """[0]: how many stones were put since the beginning; they are taken away in reverse order."""
    notes: Ints
    """Entries of `crosses` before they were changed: which one, and in 12 bits what it was."""
    ends: Ints
    """[stone]: where the notes that were made before it end."""
    kept: Ints
    """[stone, i]: totals and outlooks before it."""


_LOW = 0xFFFF_FFFF
SUMS = 2 * RANKS + 4


@jit
def fill_makes(target: int, units: Ints, makes: Bytes) -> None:
    """Say for every number what a stone makes: one more stone gives a higher number, so those are
    known already when they are needed."""
    digits = np.zeros(2 * target - 1, np.int8)
    for number in range(makes.size - 1, -1, -1):
        rest = number
        for i in range(2 * target - 1):
            if i == target - 1:
                digits[i] = 1  # the stone itself
            else:
                digits[i] = rest % 3
                rest //= 3
        makes[number] = _made(target, number, digits, units, makes)


@jit_inlined
def _made(target: int, number: int, digits: Bytes, units: Ints, makes: Bytes) -> int:
    completing = -1
    best = NONE
    for begin in range(target):
        own, empty = 0, -1
        for i in range(begin, begin + target):
            if digits[i] == 1:
                own += 1
            elif digits[i] == 0:
                empty = i
            else:
                own = -target
        if own == target:
            return FIVE
        if own == target - 1:
            if completing >= 0 and completing != empty:
                best = OPEN_FOUR
            completing = empty
            best = max(best, FOUR)
    if best != NONE:
        return best
    for i in range(2 * target - 1):
        if digits[i] == 0:
            digit = i if i < target - 1 else i - 1
            then = makes[number + units[digit]]
            if then == OPEN_FOUR:
                return THREE
            if then == FOUR:
                best = max(best, CLOSED_THREE)
            elif then == THREE:
                best = max(best, TWO)
    return best


@jit
def fill_ranks(points: Ints, rank_of: Bytes, value_of: Ints) -> None:
    """Say what lines come to together, given how promising each is."""
    for cross in range(rank_of.size):
        fours, threes, less, best, value = 0, 0, 0, 0, 0
        for direction in range(4):
            line = (cross >> (3 * direction)) & 7
            best = max(best, line)
            fours += line == FOUR
            threes += line == THREE
            less += line == CLOSED_THREE
            value += points[line]
        if best == FIVE:
            rank = R_FIVE
        elif best == OPEN_FOUR or fours >= 2:
            rank = R_OPEN_FOUR
        elif fours:
            rank = R_FOUR_THREE if threes else R_FOUR_AND_LESS if less else R_FOUR
        elif threes:
            rank = R_DOUBLE_THREE if threes >= 2 else R_THREE
        else:
            rank = best
        rank_of[cross], value_of[cross] = rank, value


@jit_inlined
def _change_outlook(shapes: Shapes, side: int, cross: int, sign: int) -> None:
    """A cell where a stone makes this becomes empty (`sign` 1), or is so no longer (−1)."""
    for role in range(2):
        shapes.outlooks[side * 2 + role] += sign * shapes.outlook_of[np.uint64(cross * 2 + role)]


@jit
def start_shapes(shapes: Shapes, grid: Bytes) -> None:
    """Bring everything to the position on a bordered board."""
    shapes.totals[:] = 0
    shapes.outlooks[:] = 0
    shapes.numbers[:] = 0
    shapes.stones[0] = shapes.ends[0] = 0
    reach = shapes.target - 1
    for place in range(grid.size):
        if grid[place] < 0:
            continue
        for side in range(2):
            cross = 0
            for direction in range(4):
                number, shift = 0, 32 * side
                for sign in (-1, 1):
                    at, inside = place, True
                    for i in range(1, reach + 1):
                        at += sign * shapes.steps[direction]
                        inside = inside and grid[at] >= 0
                        digit = reach - i if sign < 0 else reach - 1 + i
                        if not inside or grid[at] == 2 - side:
                            number += shapes.units[1 - side, digit] >> shift & _LOW
                        elif grid[at] == side + 1:
                            number += shapes.units[side, digit] >> shift & _LOW
                cross |= np.int64(shapes.makes[number]) << (3 * direction)
                shapes.numbers[place * 4 + direction] += number << shift
            shapes.crosses[place * 2 + side] = cross
            shapes.ranks[side, place] = shapes.rank_of[cross]
            if grid[place] == 0:
                shapes.totals[side, shapes.ranks[side, place]] += 1
                _change_outlook(shapes, side, cross, 1)


@jit_inlined
def _change_cross(
    shapes: Shapes, at: int, direction: int, side: int, new: int, old: int, noted: int
) -> None:
    """A stone would make something else on a line; what it made before is written down."""
    c = np.uint64(at * 2 + side)
    crossed = np.int64(shapes.crosses[c])
    cross = crossed ^ ((new ^ old) << (3 * direction))
    shapes.crosses[c] = cross
    shapes.notes[np.uint64(noted)] = (np.int64(c) << 12) | crossed
    _change_outlook(shapes, side, crossed, -1)
    _change_outlook(shapes, side, cross, 1)
    rank, was = shapes.rank_of[np.uint64(cross)], shapes.ranks[side, at]
    if rank != was:
        shapes.ranks[side, at] = rank
        shapes.totals[side, was] -= 1
        shapes.totals[side, rank] += 1


@jit_inlined
def _keep_sums(shapes: Shapes, row: int) -> None:
    for i in range(RANKS):
        shapes.kept[row, i] = shapes.totals[0, i]
        shapes.kept[row, RANKS + i] = shapes.totals[1, i]
    for i in range(4):
        shapes.kept[row, 2 * RANKS + i] = shapes.outlooks[i]


@jit_inlined
def _restore_sums(shapes: Shapes, row: int) -> None:
    for i in range(RANKS):
        shapes.totals[0, i] = shapes.kept[row, i]
        shapes.totals[1, i] = shapes.kept[row, RANKS + i]
    for i in range(4):
        shapes.outlooks[i] = shapes.kept[row, 2 * RANKS + i]


@jit
def put_shapes(shapes: Shapes, grid: Bytes, place: int, stone: int) -> None:
    """A stone of side `stone` (0 or 1) was put; the grid says so already.

    Behind stones of one side, nothing changes for the other one; behind stones of both, for
    neither.
    """
    row = shapes.stones[0]
    noted = shapes.ends[row]
    _keep_sums(shapes, row)
    for side in range(2):
        shapes.totals[side, shapes.ranks[side, place]] -= 1
        _change_outlook(shapes, side, np.int64(shapes.crosses[place * 2 + side]), -1)
    reach = shapes.target - 1
    for direction in range(4):
        for way in (-1, 1):
            step = way * shapes.steps[direction]
            at = place
            open_0, open_1 = True, True
            for i in range(1, reach + 1):
                at += step
                held = grid[np.uint64(at)]
                if held < 0:
                    break
                if held > 0:
                    if held == 1:
                        open_1 = False
                    else:
                        open_0 = False
                    if not open_0 and not open_1:
                        break
                    continue
                # Seen from there, the stone lies the other way.
                digit = reach - i if way > 0 else reach - 1 + i
                line = np.uint64(at * 4 + direction)
                before = shapes.numbers[line]
                number = before + shapes.units[stone, np.uint64(digit)]
                shapes.numbers[line] = number
                if open_0:
                    old = np.int64(shapes.makes[np.uint64(before & _LOW)])
                    new = np.int64(shapes.makes[np.uint64(number & _LOW)])
                    if new != old:
                        _change_cross(shapes, at, direction, 0, new, old, noted)
                        noted += 1
                if open_1:
                    old = np.int64(shapes.makes[np.uint64(before >> 32)])
                    new = np.int64(shapes.makes[np.uint64(number >> 32)])
                    if new != old:
                        _change_cross(shapes, at, direction, 1, new, old, noted)
                        noted += 1
    shapes.ends[row + 1] = noted
    shapes.stones[0] = row + 1


@jit
def take_shapes(shapes: Shapes, grid: Bytes, place: int, stone: int) -> None:
    """The stone that was put last was taken away; the grid says so already."""
    row = shapes.stones[0] - 1
    shapes.stones[0] = row
    for i in range(shapes.ends[row + 1] - 1, shapes.ends[row] - 1, -1):
        note = shapes.notes[np.uint64(i)]
        c, crossed = note >> 12, note & 0xFFF
        shapes.crosses[np.uint64(c)] = crossed
        shapes.ranks[c & 1, c >> 1] = shapes.rank_of[np.uint64(crossed)]
    _restore_sums(shapes, row)
    reach = shapes.target - 1
    for direction in range(4):
        for way in (-1, 1):
            step = way * shapes.steps[direction]
            at, seen = place, 0
            for i in range(1, reach + 1):
                at += step
                held = grid[np.uint64(at)]
                if held < 0:
                    break
                if held > 0:
                    seen |= held
                    if seen == 3:
                        break
                    continue
                digit = reach - i if way > 0 else reach - 1 + i
                shapes.numbers[np.uint64(at * 4 + direction)] -= shapes.units[
                    stone, np.uint64(digit)
                ]


@jit_inlined
def value_at(shapes: Shapes, at: int, side: int) -> int:
    """How promising a stone of a side is there."""
    return shapes.value_of[np.uint64(shapes.crosses[np.uint64(at * 2 + side)])]


@jit_inlined
def line_at(shapes: Shapes, at: int, direction: int, side: int) -> int:
    """What a stone of a side would make there on one line."""
    return (np.int64(shapes.crosses[at * 2 + side]) >> (3 * direction)) & 7
