"""Which moves a search of threats tries at a node, in which order, and how deeply.

`tests/oracles` says the same in plain Python.
"""

from typing import NamedTuple

from kinarow.native.jit import jit_inlined, jit_part
from kinarow.native.types import Ints
from kinarow.search.constants_kernel import PROVEN, TABLE_MOVE_FIRST
from kinarow.search.general.board_kernel import Board, Setup
from kinarow.search.general.frames_kernel import Frames
from kinarow.search.threats.grid.fours_kernel import Fours
from kinarow.search.threats.grid.shapes_kernel import (
    FOUR,
    R_FOUR,
    R_FOUR_AND_LESS,
    R_FOUR_THREE,
    R_OPEN_FOUR,
    R_THREE,
    Shapes,
    line_at,
    value_at,
)

QUIET, OTHERS, HOLDING, MEETING, FORCED = range(5)
"""Of what kind a node's moves are: any good ones; others besides, since all of these lose; those
that meet a threat; own fours besides; the only one."""

ALL, NEAR, FOURS = 0, 1, 2
"""Among which cells moves are looked for: all empty ones, those near stones, those of fours."""

KILLER_BONUS = 400
HISTORY_UNIT = 64


class Options(NamedTuple):
    """What this search may do besides alpha-beta; 0 is no."""

    width: int
    """How many moves are tried where nothing threatens."""
    fours: int
    """How many fours a search of fours at a node may make."""
    four_nodes: int
    """And how many positions it may look at."""
    tempo: int
    """What it is worth to be the side to move, where the evaluator judges."""
    futile: int
    """By how much less than needed a quiet move may look to be tried on the last plies; 0: any."""
    deeper: int
    """Whether what was found by looking deeper counts too."""
    doubt: int
    """How bad a node is where all moves that were tried lose, but not all were tried."""
    free: int
    """Whether the only move that stops a line costs no depth."""
    reduce: int
    """How much less deeply late moves are first looked at: 0, 1 or 2."""
    others: int
    """How many more moves are tried where all that looked good lose."""
    ahead: int
    """By how much for each of the last plies a side must be ahead to be believed to stay so."""
    last: int
    """How many of these moves are tried on the last two plies."""


class Levels(NamedTuple):
    """Besides `Frames`, a row for each ply."""

    left: Ints
    """How many plies are still to be searched."""
    kind: Ints
    """Of what kind the moves are."""
    reduced: Ints
    """By how many plies the next frame is searched less deeply."""
    opinion: Ints
    """What the position looks like, for the side to move, where quiet moves may be left out."""
    marks: Ints
    """[place]: how many of the threats a stone there meets."""


class Desk(NamedTuple):
    """What keeps the threats of a position."""

    shapes: Shapes
    fours: Fours


@jit_inlined
def promise(at: int, side: int, shapes: Shapes) -> int:
    """How good a move looks: by what a stone of either side would make there."""
    return 5 * value_at(shapes, at, side - 1) + 4 * value_at(shapes, at, 2 - side)


@jit_inlined
def mark_completing(
    at: int, side: int, direction: int, board: Board, shapes: Shapes, marks: Ints, number: int
) -> None:
    """Mark the cells with which a side could complete a line, once it has a stone at `at`."""
    step, target = shapes.steps[direction], shapes.target
    for begin in range(-(target - 1), 1):
        own, empty = 1, 0
        for i in range(begin, begin + target):
            if i == 0:
                continue
            place = at + i * step
            # A window that leaves the board has a cell of the border in it.
            if place < 0 or place >= board.grid.size:
                own = -target
            elif board.grid[place] == side:
                own += 1
            elif board.grid[place] == 0:
                empty = place
            else:
                own = -target
        if own == target - 1 and marks[empty] == number:
            marks[empty] = number + 1


@jit_inlined
def is_four(at: int, side: int, shapes: Shapes) -> bool:
    """Whether exactly one cell completes a line after a stone there."""
    return bool(R_FOUR <= shapes.ranks[side - 1, at] <= R_FOUR_THREE)


@jit_inlined
def is_calm(at: int, side: int, shapes: Shapes) -> bool:
    """Whether a stone there neither makes nor stops more than a four whose answer leaves all as it
    was."""
    own, other = shapes.ranks[side - 1, at], shapes.ranks[2 - side, at]
    return bool((own < R_THREE or own == R_FOUR) and (other < R_THREE or other == R_FOUR))


@jit_part
def list_meeting(
    ply: int, side: int, fours: int, board: Board, desk: Desk, frames: Frames, levels: Levels
) -> int:
    """Moves that meet every threat to make two ways to complete a line, and own fours if these are
    asked for; returns such a threat's place."""
    shapes, marks = desk.shapes, levels.marks
    other = 3 - side
    threats, first = 0, 0
    marks[:] = 0
    for i in range(board.order.size):
        if threats == shapes.totals[other - 1, R_OPEN_FOUR]:
            break
        at = board.order[i]
        if board.grid[at] != 0 or shapes.ranks[other - 1, at] != R_OPEN_FOUR:
            continue
        if first == 0:
            first = at
        if marks[at] == threats:
            marks[at] = threats + 1
        for direction in range(4):
            if line_at(shapes, at, direction, other - 1) >= FOUR:
                mark_completing(at, other, direction, board, shapes, marks, threats)
        threats += 1
    count = 0
    for i in range(board.order.size):
        at = board.order[i]
        if board.grid[at] == 0 and (marks[at] == threats or (fours and is_four(at, side, shapes))):
            frames.places[ply, count] = at
            frames.merits[ply, count] = promise(at, side, shapes)
            count += 1
    frames.move_count[ply] = count
    return first


@jit_part
def list_promising(
    ply: int, side: int, most: int, among: int, setup: Setup, board: Board, shapes: Shapes,
    frames: Frames,
) -> None:  # fmt: skip
    """Add the most promising moves of those that are not listed yet, the best first; of equals the
    first in order."""
    places, merits = frames.places[ply], frames.merits[ply]
    listed = frames.move_count[ply]
    count = listed
    for i in range(board.order.size):
        at = board.order[i]
        is_new = board.grid[at] == 0
        if among == NEAR:
            is_new = is_new and (setup.only_nearby == 0 or board.near[at] != 0)
        elif among == FOURS:
            is_new = is_new and is_four(at, side, shapes)
        for j in range(listed):
            is_new = is_new and places[j] != at
        if not is_new:
            continue
        merit = promise(at, side, shapes)
        if count == listed + most:
            if merit <= merits[count - 1]:
                continue
            count -= 1
        j = count
        while j > listed and merits[j - 1] < merit:
            places[j], merits[j] = places[j - 1], merits[j - 1]
            j -= 1
        places[j], merits[j] = at, merit
        count += 1
    frames.move_count[ply] = count
    if ply == 0:
        for j in range(listed, count):
            frames.ranks[board.cell_of[places[j]]] = j


@jit_inlined
def is_ahead(
    side: int, left: int, low: int, high: int, opinion: int, options: Options, shapes: Shapes
) -> bool:
    """Whether a side is so far ahead that the last plies will hardly change it."""
    if left > 3 or high - 1 != low:
        return False
    other = 2 - side
    if shapes.totals[other, R_FOUR_AND_LESS] + shapes.totals[other, R_FOUR_THREE] > 0:
        return False
    return bool(opinion - left * options.ahead >= high)


@jit_inlined
def put_in_order(
    ply: int, side: int, table_cell: int, setup: Setup, board: Board, frames: Frames
) -> None:
    """What was learned in this search about the listed moves goes before how they look."""
    merits, count = frames.merits[ply], frames.move_count[ply]
    if ply == 0:
        for i in range(count):
            rank = 0
            for j in range(count):
                rank += merits[j] > merits[i] or (merits[j] == merits[i] and j < i)
            frames.ranks[board.cell_of[frames.places[ply, i]]] = rank
    for i in range(count):
        cell = board.cell_of[frames.places[ply, i]]
        if not setup.table_bits:
            continue
        frames.merits[ply, i] += frames.history[side - 1, cell] // HISTORY_UNIT
        if cell == table_cell:
            frames.merits[ply, i] = TABLE_MOVE_FIRST
        elif cell == frames.killers[ply, 0] or cell == frames.killers[ply, 1]:
            frames.merits[ply, i] += KILLER_BONUS


@jit_inlined
def reduction(
    ply: int, at: int, side: int, much: int, shapes: Shapes, frames: Frames, levels: Levels
) -> int:
    """By how many plies less a late, quiet move is first looked at."""
    before, left = frames.tried[ply] - 1, levels.left[ply]
    if levels.kind[ply] != QUIET or left < 3 or before < 4 - much:
        return 0
    if not is_calm(at, side, shapes):
        return 0
    if much == 1:
        return 2 if before >= 8 and left >= 5 else 1
    if before >= 10 and left >= 6:
        return 3
    return 2 if before >= 5 and left >= 4 else 1


@jit_inlined
def is_futile(
    ply: int, at: int, side: int, low: int, options: Options, shapes: Shapes, frames: Frames,
    levels: Levels,
) -> bool:  # fmt: skip
    """Whether a late, quiet move on the last plies would have to gain more than such moves do. On
    the last one, a four without a three is one of these: fours alone were found not to win. Not
    where all others are proven to lose: it may be what holds."""
    if levels.kind[ply] != QUIET or levels.left[ply] > 2 or frames.tried[ply] == 1:
        return False
    if levels.left[ply] == 1 and options.fours and low > -PROVEN:
        own = shapes.ranks[side - 1, at]
        if own in (R_FOUR, R_FOUR_AND_LESS):
            return True
    if not is_calm(at, side, shapes):
        return False
    return bool(levels.opinion[ply] + levels.left[ply] * options.futile <= low)
