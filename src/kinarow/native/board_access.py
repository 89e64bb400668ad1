"""What kernels do with boards beside calculating: fetch and keep them, count their stones.

Each function knows boards of one word and of two. Where its arguments do not tell which is meant,
`like` does, by its type; its value does not matter. Eight boards lie in memory as eight low words
and then, if they have them, eight high ones: a *chunk*.
"""

from __future__ import annotations

from kinarow.native.instruction import instruction
from kinarow.native.types import Board, Boards
from kinarow.native.words import Word


@instruction
def words_in(like: Board) -> Word:
    """1 or 2."""
    raise NotImplementedError


@instruction
def as_board(like: Board, word: Word) -> Board:
    """A word as a board, its bits the lowest."""


@instruction
def low_word(board: Board) -> Word:
    """Its lowest 64 bits."""
    raise NotImplementedError


@instruction
def load_board(like: Board, address: Word) -> Board:
    """The board there."""


@instruction
def store_board(address: Word, board: Board) -> None:
    """Write a board."""


@instruction
def load_entry(like: Board, address: Word) -> Board:
    """A board's worth of bits that other threads may change, whole."""


@instruction
def store_entry(address: Word, entry: Board) -> None:
    """Write as much for all threads to find, whole."""


@instruction
def load_boards(like: Board, address: Word) -> Boards:
    """The eight boards of the chunk there."""


@instruction
def store_boards(address: Word, lanes: Boards) -> None:
    """Write eight boards as a chunk."""


@instruction
def board_in_lane(like: Board, chunks: Word, lane: Word) -> Board:
    """One of the boards in the chunks that begin there."""


@instruction
def in_all_lanes(board: Board) -> Boards:
    """The same one eight times."""


@instruction
def lanes_with_stones(lanes: Boards) -> Word:
    """Bit i is set where board i is not empty."""
    raise NotImplementedError


@instruction
def stone_counts(lanes: Boards) -> Boards:
    """How many stones each board has, as words in lanes."""


@instruction
def stone_count(board: Board) -> Word:
    """How many stones it has, as a word."""
    raise NotImplementedError
