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
    """3 to the power of each digit."""
    makes: Bytes
    """[number]: what a stone makes on a line."""
    rank_of: Bytes
    """[what it makes on each line, 3 bits a direction]: its rank."""
    value_of: Ints
    """The same: how promising that is."""
    outlook_of: Ints
    """[what it makes · 2 + role]: what a cell is worth to who is to move (0), who is not (1)."""
    numbers: SmallInts
    """[(place · 4 + direction) · 2 + side]"""
    crosses: SmallInts
    """[place · 2 + side]: what a stone would make on each line, 3 bits a direction."""
    ranks: Bytes
    """[side, place]: what it would make on all lines together."""
    totals: Ints
    """[side, rank]: how many empty cells have each rank."""
    outlooks: Ints
    """[side · 2 + role]: what all empty cells are worth together."""


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
            less += line in (TWO, CLOSED_THREE)
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
    reach = shapes.target - 1
    for place in range(grid.size):
        if grid[place] < 0:
            continue
        for side in range(2):
            cross = 0
            for direction in range(4):
                number = 0
                for sign in (-1, 1):
                    at, inside = place, True
                    for i in range(1, reach + 1):
                        at += sign * shapes.steps[direction]
                        inside = inside and grid[at] >= 0
                        digit = reach - i if sign < 0 else reach - 1 + i
                        if not inside or grid[at] == 2 - side:
                            number += 2 * shapes.units[digit]
                        elif grid[at] == side + 1:
                            number += shapes.units[digit]
                cross |= np.int64(shapes.makes[number]) << (3 * direction)
                shapes.numbers[(place * 4 + direction) * 2 + side] = number
            shapes.crosses[place * 2 + side] = cross
            shapes.ranks[side, place] = shapes.rank_of[cross]
            if grid[place] == 0:
                shapes.totals[side, shapes.ranks[side, place]] += 1
                _change_outlook(shapes, side, cross, 1)


@jit_inlined
def _change_line(shapes: Shapes, at: int, direction: int, side: int, by: int) -> None:
    """The number of a line changes, and with it perhaps what a stone makes there."""
    i = np.uint64((at * 4 + direction) * 2 + side)
    before = shapes.numbers[i]
    number = before + by
    shapes.numbers[i] = number
    new, old = shapes.makes[np.uint64(number)], shapes.makes[np.uint64(before)]
    if new != old:
        c = np.uint64(at * 2 + side)
        crossed = np.int64(shapes.crosses[c])
        cross = crossed ^ ((np.int64(new) ^ np.int64(old)) << (3 * direction))
        shapes.crosses[c] = cross
        _change_outlook(shapes, side, crossed, -1)
        _change_outlook(shapes, side, cross, 1)
        rank, was = shapes.rank_of[np.uint64(cross)], shapes.ranks[side, at]
        if rank != was:
            shapes.ranks[side, at] = rank
            shapes.totals[side, was] -= 1
            shapes.totals[side, rank] += 1


@jit
def change_shapes(shapes: Shapes, grid: Bytes, place: int, stone: int, sign: int) -> None:
    """A stone of side `stone` (0 or 1) is put (`sign` 1) or taken away (−1); the grid says so
    already. Stones are taken away in the reverse order, so cells under later stones can wait."""
    for side in range(2):
        shapes.totals[side, shapes.ranks[side, place]] -= sign
        _change_outlook(shapes, side, np.int64(shapes.crosses[place * 2 + side]), -sign)
    reach = shapes.target - 1
    for direction in range(4):
        for way in (-1, 1):
            step = way * shapes.steps[direction]
            at = place
            for i in range(1, reach + 1):
                at += step
                held = grid[np.uint64(at)]
                if held < 0:
                    break
                if held > 0:
                    continue
                # Seen from there, the stone lies the other way.
                unit = sign * shapes.units[np.uint64(reach - i if way > 0 else reach - 1 + i)]
                _change_line(shapes, at, direction, stone, unit)
                _change_line(shapes, at, direction, 1 - stone, 2 * unit)


@jit_inlined
def value_at(shapes: Shapes, at: int, side: int) -> int:
    """How promising a stone of a side is there."""
    return shapes.value_of[np.uint64(shapes.crosses[np.uint64(at * 2 + side)])]


@jit_inlined
def line_at(shapes: Shapes, at: int, direction: int, side: int) -> int:
    """What a stone of a side would make there on one line."""
    return (np.int64(shapes.crosses[at * 2 + side]) >> (3 * direction)) & 7
