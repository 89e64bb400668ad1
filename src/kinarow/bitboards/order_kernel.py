"""In which order the solver tries the moves of a position: the higher a move's rank, the earlier.

A good order begins with a move that refutes, and of several with the one that is searched soonest.
Late in the game, where a search is short, the rank goes by the winning cells that a move makes.
Early on it may cost more: it is a sum of counts, each with a weight, and the weights are those with
which the solver needed the fewest nodes on positions made for it.
"""

from kinarow.bitboards.desk_kernel import (
    ANSWERS,
    BOARD,
    COLUMN_MASKS,
    COLUMN_RANKS,
    IS_FOUR,
    SPARE,
    STEP_COUNT,
    STEPS,
)
from kinarow.bitboards.lines_kernel import winning_cells
from kinarow.native.board_access import load_board, load_boards, stone_counts, words_in
from kinarow.native.intrinsics import load
from kinarow.native.kernels import inlined, part
from kinarow.native.lanes import load_lanes
from kinarow.native.types import Board, Boards
from kinarow.native.words import Word

_ONE, _TWO = Word(1), Word(2)
_WORD_BYTES = Word(8)
_MAJOR, _MINOR = Word(13), Word(12)


def _weight(points: int) -> Word:
    """Sums are words: a negative weight is what is missing to 2^64."""
    return Word(points % 2**64)


_LEAST = Word(1 << 32)
"""What all ranks begin with, so that none is negative."""

# By its place: how near to the centre, the stones below it, the top of its column, whose stone it
# lies on; and whether the number of cells from it to the top is one that suits its side.
_CENTRE, _STONE_BELOW, _TOP = _weight(65), _weight(40), _weight(94)
_ON_OWN, _ON_OTHER = _weight(105), _weight(22)
_EVEN_PLACE, _ODD_PLACE = _weight(-48), _weight(51)
# By the winning cells that its side has after it: where a stone can land, one and two cells higher,
# right above the move; and those that it makes, of use or soon reached.
_FORCES, _SOON, _LATER, _ABOVE_IT = _weight(-219), _weight(797), _weight(299), _weight(549)
_NEW_OF_USE, _NEW_AND_SOON = _weight(567), _weight(-560)
# By what it leaves to the other side: moves, and lines.
_REPLY, _OPEN_LINE = _weight(-72), _weight(-57)
# By the windows of four through it that hold one or two stones, all of one side; and by such
# windows through the cell above it, which the other side can take then.
_WITH_OWN, _WITH_TWO_OWN = _weight(123), _weight(-152)
_WITH_OTHER, _WITH_TWO_OTHERS = _weight(17), _weight(11)
_ABOVE_TWO_OWN, _ABOVE_OTHER, _ABOVE_TWO_OTHERS = _weight(31), _weight(7), _weight(6)


@inlined
def ranks_by_winning_cells(
    wins: Boards, landing: Boards, threats: Board, chunk: Word, desk: Word
) -> Boards:
    """Ranks of eight moves by the mover's winning cells after each of them: those that are useful,
    since not right above one of the other side's `threats`, and those that are soon reached count
    more. `landing` are the cells that stones can take then."""
    useful = stone_counts(wins & ~(threats << _ONE))
    soon = stone_counts(wins & (landing << _ONE))
    return (
        (stone_counts(wins) << _MAJOR)
        + ((useful + soon) << _MINOR)
        + load_lanes(desk + COLUMN_RANKS + chunk)
    )


@part  # not inlined: the search is slower with all this in its registers
def ranks_by_promise(
    own: Board, occupied: Board, threats: Board, moves: Boards, wins: Boards, landing: Boards,
    open_lines: Boards, empty: int, chunk: Word, desk: Word,
) -> Boards:  # fmt: skip
    """Ranks of eight moves by all that is known of them.

    `wins` and `landing` are as above. `open_lines` are the lines that are left to the other side if
    the mover answers each of its stones (`follow_up_kernel`).
    """
    other, board = occupied ^ own, load_board(own, desk + BOARD)
    answers, top = load_board(own, desk + ANSWERS), load_board(own, desk + SPARE) >> _ONE
    columns = load_boards(own, desk + COLUMN_MASKS + chunk * words_in(own))
    landing, new = landing & board, wins & ~winning_cells(own, desk)
    forces = stone_counts(wins & landing)
    replies = stone_counts(landing & ~(wins >> _ONE))
    replies = (replies & (forces - _ONE)) + forces  # one, if it is forced
    if empty % 2 == 0:
        parity = stone_counts(moves & answers) * _EVEN_PLACE
    else:
        parity = stone_counts(moves & ~(answers | top)) * _ODD_PLACE
    rank = (
        parity
        + _LEAST
        + load_lanes(desk + COLUMN_RANKS + chunk) * _CENTRE
        + stone_counts(columns & occupied) * _STONE_BELOW
        + stone_counts(moves & top) * _TOP
        + stone_counts(moves & (own << _ONE)) * _ON_OWN
        + stone_counts(moves & (other << _ONE)) * _ON_OTHER
        + forces * _FORCES
        + stone_counts(wins & (landing << _ONE)) * _SOON
        + stone_counts(wins & ((landing & ~top) << _TWO)) * _LATER
        + stone_counts(wins & (moves << _ONE)) * _ABOVE_IT
        + stone_counts(new & ~(threats << _ONE)) * _NEW_OF_USE
        + stone_counts(new & (landing << _ONE)) * _NEW_AND_SOON
        + replies * _REPLY
        + stone_counts(open_lines) * _OPEN_LINE
    )
    if load(desk + IS_FOUR):
        for direction in range(load(desk + STEP_COUNT)):
            step = load(desk + STEPS + Word(direction) * _WORD_BYTES)
            rank = rank + _worth_of_windows(moves, own, other, step, desk)
    return rank


@inlined
def _worth_of_windows(moves: Boards, own: Board, other: Board, step: Word, desk: Word) -> Boards:
    """What the windows in one direction are worth, those through the moves and, but for upright
    ones, through the cells above."""
    one, two = _windows_with_one_or_two(own, other, step, desk)
    other_one, other_two = _windows_with_one_or_two(other, own, step, desk)
    starts = _starts_of_windows_through(moves, step)
    worth = (
        stone_counts(starts & one) * _WITH_OWN
        + stone_counts(starts & two) * _WITH_TWO_OWN
        + stone_counts(starts & other_one) * _WITH_OTHER
        + stone_counts(starts & other_two) * _WITH_TWO_OTHERS
    )
    if step != _ONE:
        starts = _starts_of_windows_through(moves << _ONE, step)
        worth = (
            worth
            + stone_counts(starts & two) * _ABOVE_TWO_OWN
            + stone_counts(starts & other_one) * _ABOVE_OTHER
            + stone_counts(starts & other_two) * _ABOVE_TWO_OTHERS
        )
    return worth


@inlined
def _starts_of_windows_through(cells: Boards, step: Word) -> Boards:
    pairs = cells | (cells >> step)
    return pairs | (pairs >> (step + step))


@inlined
def _windows_with_one_or_two(
    stones: Board, others: Board, step: Word, desk: Word
) -> tuple[Board, Board]:
    """The first cells of the windows of four with one, and with two, of these stones and none of
    the others."""
    twice = step + step
    free = load_board(stones, desk + BOARD) & ~others
    free = free & (free >> step)
    free = free & (free >> twice)
    # Of the first two cells and of the last two, whether one is taken, or both.
    one, both = stones ^ (stones >> step), stones & (stones >> step)
    last_one, last_both = one >> twice, both >> twice
    with_one = (one ^ last_one) & ~(both | last_both)
    with_two = (one & last_one) | ((both ^ last_both) & ~(one | last_one))
    return free & with_one, free & with_two
