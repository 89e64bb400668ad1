"""Wins by fours alone, on the shapes that a search keeps anyway: at leaves this is asked for all
the time, so it is made of what is there already. `forcing` searches fours on its own account."""

from typing import NamedTuple

import numpy as np

from kinarow.native.jit import jit_inlined, jit_part
from kinarow.native.types import Ints, Words
from kinarow.search.general.board_kernel import Board
from kinarow.search.threats.grid.shapes_kernel import (
    FOUR,
    R_FIVE,
    R_FOUR,
    R_FOUR_AND_LESS,
    R_FOUR_THREE,
    R_OPEN_FOUR,
    Shapes,
    line_at,
    put_shapes,
    take_shapes,
)


class Fours(NamedTuple):
    """What a search of fours works with."""

    pool: Ints
    """The moves still to be tried, of all depths one after another."""
    first: Ints
    """Where those of each depth begin."""
    moves: Ints
    answers: Ints
    failed: Words
    """Positions from which no win was found, by key, with the number of fours that were allowed in
    the lowest byte."""
    without: Words
    """Keys of positions of the search itself where no win by fours was found, or not in time."""
    line: Ints
    """The places of the win that was found: moves and answers."""
    spent: Ints
    """Positions looked at."""


@jit_inlined
def _put(at: int, side: int, board: Board, shapes: Shapes) -> None:
    board.grid[at] = side
    put_shapes(shapes, board.grid, at, side - 1)


@jit_inlined
def _take(at: int, side: int, board: Board, shapes: Shapes) -> None:
    board.grid[at] = 0
    take_shapes(shapes, board.grid, at, side - 1)


@jit_part
def completing_place(at: int, side: int, board: Board, shapes: Shapes) -> int:
    """The first place that completes a line through a stone of `side`."""
    for direction in range(4):
        if line_at(shapes, at, direction, side - 1) < FOUR:
            continue
        step = shapes.steps[direction]
        for begin in range(-(shapes.target - 1), 1):
            own, empty = 0, 0
            for i in range(begin, begin + shapes.target):
                place = at + i * step
                # A window that leaves the board has a cell of the border in it.
                if place < 0 or place >= board.grid.size or board.grid[place] == 3 - side:
                    own = -shapes.target
                elif board.grid[place] == side:
                    own += 1
                elif board.grid[place] == 0:
                    empty = place
                else:
                    own = -shapes.target
            if own == shapes.target - 1:
                return empty
    return 0


@jit_part
def fours_from(
    side: int, most: int, nodes: int, key: np.uint64, remember: int, board: Board, shapes: Shapes,
    fours: Fours,
) -> int:  # fmt: skip
    """The number of fours in a win of the side to move by at most `most` of them, each answered by
    the only stone that stops it, 0 if none was found; the board is left as it was.

    Nobody can complete a line now. With `remember`, the key is that of the position.
    """
    other = 3 - side
    mask = np.uint64(fours.failed.size - 1)
    low = np.uint64(0xFF)
    limit = fours.spent[0] + nodes
    depth, won, end = 0, 0, 0
    fours.first[0] = 0
    entering = True
    while True:
        if entering:
            entering = False
            fours.spent[0] += 1
            end = fours.first[depth]
            left = most - depth
            if fours.spent[0] >= limit:
                break
            known = fours.failed[key & mask]
            if left > 0 and not (
                remember and (known & ~low) == (key & ~low) and np.int64(known & low) >= left
            ):
                threats = shapes.totals[other - 1, R_FIVE]
                if threats == 0 and shapes.totals[side - 1, R_OPEN_FOUR] > 0:
                    for i in range(board.order.size):
                        at = board.order[i]
                        if board.grid[at] == 0 and shapes.ranks[side - 1, at] == R_OPEN_FOUR:
                            fours.line[2 * depth] = at
                            break
                    won = depth + 1
                    break
                # A four that makes nothing on another line leads nowhere by itself.
                more = shapes.totals[side - 1, R_FOUR_THREE]
                more += shapes.totals[side - 1, R_FOUR_AND_LESS]
                if threats == 1:  # answered by the stone before: only on its cell
                    at = completing_place(fours.answers[depth - 1], other, board, shapes)
                    if R_FOUR <= shapes.ranks[side - 1, at] <= R_OPEN_FOUR:
                        fours.pool[end] = at
                        end += 1
                elif threats == 0 and more > 0:
                    end = _list_fours(side, end, board, shapes, fours)
        if end > fours.first[depth]:
            end -= 1
            at = fours.pool[end]
            fours.line[2 * depth] = at
            if shapes.ranks[side - 1, at] == R_OPEN_FOUR:
                won = depth + 1
                break
            answer = _four(at, side, board, shapes)
            fours.line[2 * depth + 1] = answer
            fours.moves[depth], fours.answers[depth] = at, answer
            key ^= _word(at, side, board) ^ _word(answer, other, board)
            depth += 1
            fours.first[depth] = end
            entering = True
            continue
        if remember:  # nothing is left here: what was tried has failed
            fours.failed[key & mask] = (key & ~low) | np.uint64(max(0, most - depth))
        if depth == 0:
            break
        end = fours.first[depth]
        depth -= 1
        key ^= _take_back(depth, side, board, shapes, fours)
    while depth > 0:
        depth -= 1
        _take_back(depth, side, board, shapes, fours)
    return won


@jit_inlined
def _list_fours(side: int, end: int, board: Board, shapes: Shapes, fours: Fours) -> int:
    """Add all fours to the pool, in order; returns where it ends then."""
    left = 0
    for rank in range(R_FOUR, R_OPEN_FOUR + 1):
        left += shapes.totals[side - 1, rank]
    for i in range(board.order.size):
        if left == 0:
            break
        at = board.order[i]
        if R_FOUR <= shapes.ranks[side - 1, at] <= R_OPEN_FOUR and board.grid[at] == 0:
            fours.pool[end] = at
            end += 1
            left -= 1
    return end


@jit_inlined
def _four(at: int, side: int, board: Board, shapes: Shapes) -> int:
    """Put a four and its answer; returns the answer's place."""
    _put(at, side, board, shapes)
    answer = completing_place(at, side, board, shapes)
    _put(answer, 3 - side, board, shapes)
    return answer


@jit_inlined
def _take_back(depth: int, side: int, board: Board, shapes: Shapes, fours: Fours) -> np.uint64:
    """Take a four and its answer away; returns what that changes in the key."""
    at, answer = fours.moves[depth], fours.answers[depth]
    _take(answer, 3 - side, board, shapes)
    _take(at, side, board, shapes)
    return _word(at, side, board) ^ _word(answer, 3 - side, board)


@jit_inlined
def _word(at: int, side: int, board: Board) -> np.uint64:
    return board.zobrist[0, side - 1, board.cell_of[at]]
