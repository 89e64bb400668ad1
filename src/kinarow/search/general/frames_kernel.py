"""What the searches on boards of any size have in common: frames, best lines, the order of moves.

A search is one loop with a stack of its own: a recursive call would have to pass on dozens of
arrays. A node is a frame, one row of the arrays in `Frames`. Scores are for the side to move at the
node (negamax).
"""

from typing import NamedTuple

from kinarow.native.jit import jit_inlined
from kinarow.native.types import Ints, SmallInts, array, record
from kinarow.search.constants_kernel import LARGEST_HISTORY
from kinarow.search.general.board_kernel import Board
from kinarow.search.table_kernel import NO_CELL

DONE, STOPPED = 0, 1
ENTER, NEXT, LEAVE = 0, 1, 2


class Frames(NamedTuple):
    """A row for each ply from the root."""

    low: Ints
    high: Ints
    first_low: Ints
    """What `low` was when the node was entered."""
    best: Ints
    best_cell: Ints
    move_count: Ints
    """How many moves are left to try."""
    tried: Ints
    at: Ints
    """The place of the stone on the way to the next frame."""
    narrow: Ints
    """Whether the next frame is searched with a window of one."""
    key: Ints
    image: Ints
    places: Ints
    """[ply, move]"""
    merits: Ints
    killers: SmallInts
    """[ply, 0 or 1]: cells that cut off other nodes of this ply."""
    history: Ints
    """[side − 1, cell]: how often, and how high in the tree, a cell cut off."""
    ranks: Ints
    """[cell]: its place in the order of the root's moves; of equal moves the first is best."""
    lines: SmallInts
    """[ply, i]: the best line from each ply."""
    line_lengths: Ints


ONE_A_PLY = (
    "low", "high", "first_low", "best", "best_cell", "move_count", "tried", "at", "narrow", "key",
    "image",
)  # fmt: skip

FRAMES_TYPE = record(
    {
        **dict.fromkeys(ONE_A_PLY, array("ints")),
        "places": array("ints", 2),
        "merits": array("ints", 2),
        "killers": array("small_ints", 2),
        "history": array("ints", 2),
        "ranks": array("ints"),
        "lines": array("small_ints", 2),
        "line_lengths": array("ints"),
    },
    Frames,
)


@jit_inlined
def raise_line(ply: int, cell: int, frames: Frames) -> None:
    """The best line from here is this cell and then the best line from the next ply."""
    frames.lines[ply, 0] = cell
    length = frames.line_lengths[ply + 1]
    for i in range(length):
        frames.lines[ply, i + 1] = frames.lines[ply + 1, i]
    frames.line_lengths[ply] = length + 1


@jit_inlined
def take_best_move(ply: int, frames: Frames) -> int:
    """The untried move of highest merit, the first of equals; it moves to the tried ones."""
    tried = frames.tried[ply]
    chosen = tried
    for i in range(tried + 1, frames.move_count[ply]):
        if frames.merits[ply, i] > frames.merits[ply, chosen]:
            chosen = i
    at, merit = frames.places[ply, chosen], frames.merits[ply, chosen]
    # The others keep their order, so that equals are tried nearest to the centre first.
    for i in range(chosen, tried, -1):
        frames.places[ply, i] = frames.places[ply, i - 1]
        frames.merits[ply, i] = frames.merits[ply, i - 1]
    frames.places[ply, tried], frames.merits[ply, tried] = at, merit
    frames.tried[ply] = tried + 1
    return at


@jit_inlined
def ties_count(ply: int, at: int, board: Board, frames: Frames) -> int:
    """1 if a move that is only as good as the best one so far takes its place: at the root, where
    it comes before it in the order. So the chosen move does not depend on what was tried first."""
    best = frames.best_cell[0]
    if ply > 0 or best == NO_CELL:
        return 0
    return 1 if frames.ranks[board.cell_of[at]] < frames.ranks[best] else 0


@jit_inlined
def remember_cutoff(ply: int, cell: int, side: int, depth: int, frames: Frames) -> None:
    if frames.killers[ply, 0] != cell:
        frames.killers[ply, 1] = frames.killers[ply, 0]
        frames.killers[ply, 0] = cell
    frames.history[side - 1, cell] += depth * depth
    if frames.history[side - 1, cell] > LARGEST_HISTORY:
        for i in range(frames.history.shape[1]):
            frames.history[0, i] //= 2
            frames.history[1, i] //= 2
