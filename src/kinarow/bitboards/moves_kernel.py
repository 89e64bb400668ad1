"""The moves of a position with gravity, eight at once: what the solver and the search of threats
look at before they try one. A lane is a column; `allowed` are the cells that come into question."""

from kinarow.bitboards.desk_kernel import BOARD, COLUMN_MASKS
from kinarow.bitboards.lines_kernel import winning_cells
from kinarow.native.board_access import (
    board_in_lane,
    lanes_with_stones,
    load_board,
    load_boards,
    words_in,
)
from kinarow.native.intrinsics import load, trailing_zeros
from kinarow.native.kernels import inlined
from kinarow.native.types import Board, Boards
from kinarow.native.words import Word

_ZERO, _ONE = Word(0), Word(1)
_WORD_BYTES = Word(8)


@inlined
def move_in_lane(lane: Word, allowed: Board, desk: Word) -> Board:
    return board_in_lane(allowed, desk + COLUMN_MASKS, lane) & allowed


@inlined
def best_lane(live: Word, ranks: Word) -> Word:
    """The lane of the highest rank among the live ones."""
    best, best_rank = _ZERO, _ZERO
    while live:
        lane = trailing_zeros(live)
        live &= live - _ONE
        rank = load(ranks + lane * _WORD_BYTES)
        if rank >= best_rank:
            best, best_rank = lane, rank
    return best


@inlined
def after_moves(
    own: Board, occupied: Board, landing: Board, allowed: Board, chunk: Word, desk: Word
) -> tuple[Boards, Boards, Boards, Boards]:
    """For each move of a chunk: the move, and after it the empty cells, the cells where stones can
    land, and the mover's winning cells."""
    moves = load_boards(own, desk + COLUMN_MASKS + chunk * words_in(own)) & allowed
    empty_after = moves ^ (load_board(own, desk + BOARD) & ~occupied)
    landing_after = (moves << _ONE) | (moves ^ landing)
    wins_after = winning_cells(moves | own, desk) & empty_after
    return moves, empty_after, landing_after, wins_after


@inlined
def wins_in_three(
    legal: Word, landing_after: Boards, wins_after: Boards, like: Board, desk: Word
) -> Word:
    """The lanes of the moves that cannot be parried: they threaten two cells, or one above the
    other, or leave the other side no cell that is not right below a winning one."""
    at_once = wins_after & landing_after
    two = (at_once & (at_once - _ONE)) | ((at_once << _ONE) & wins_after)
    parries = landing_after & load_board(like, desk + BOARD) & ~(wins_after >> _ONE)
    won: Word = lanes_with_stones(two) | (legal & ~lanes_with_stones(parries))
    return won
