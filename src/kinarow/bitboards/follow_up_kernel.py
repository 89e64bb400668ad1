"""A bound without search: the side that follows answers every stone of the other.

This is the follow-up that Allis (1988) calls claimeven, for any heights. Let one side, the leader,
be to move. In a column with an even number of empty cells the follower can always answer on top of
the leader's stone, so there the leader gets every other cell, from the lowest empty one on. If
there is an even number of columns with an odd number of empty cells, the follower answers the first
stone in one of them by the first in another; what is left of both is even. So in these the leader
may get the lowest empty cell, and then every other one from the second on.

Where the follower's share of a column holds a cell that wins for him, play in that column ends
there: the leader, who has to take the cell below, loses. An odd column can also be played like an
even one up to such a cell, and then counts as even, whatever is above.

If the leader has no line even with all that he may get, he does not win; and if some column ends
with a winning cell of the follower, he loses, when all the other cells are filled at the latest.

Four columns, the leader to move (L: what he may get, F: the follower's share, w: wins for F):

    F . F F          the second column ends below the w: the leader never gets past it
    L . L L
    F w L L          the last two columns have an odd number of empty cells
    L L X X
"""

from kinarow.bitboards.desk_kernel import ANSWERS, BOARD, BOTTOM, COLUMNS, SPARE, STRIDE
from kinarow.bitboards.lines_kernel import lines
from kinarow.native.board_access import (
    in_all_lanes,
    lanes_with_stones,
    load_board,
    stone_counts,
)
from kinarow.native.intrinsics import load
from kinarow.native.kernels import inlined
from kinarow.native.lanes import spread
from kinarow.native.types import Board, Boards
from kinarow.native.words import Word

_ONE = Word(1)


@inlined
def follower_wins_by(
    leader: Board, empty: Boards, landing: Boards, winning: Boards, empty_count: Word,
    desk: Word,
) -> tuple[Word, Boards, Boards]:  # fmt: skip
    """For positions in lanes, all with the same leader's stones and number of empty cells: the
    lanes in which the bound holds, the score that the follower has there at least, and the lines
    that the leader has with all that he may get, by their first cells.

    `winning` are the follower's winning cells.
    """
    board, spare = load_board(leader, desk + BOARD), load_board(leader, desk + SPARE)
    answers, bottom = load_board(leader, desk + ANSWERS), load_board(leader, desk + BOTTOM)
    odd_landing = landing & board & ~answers
    odd_columns = (in_all_lanes(spare) - odd_landing) & board

    # Odd columns played like even ones, as far as a winning cell: the others are open.
    # Subtracting 1 from each column turns the bits below its lowest one, so below the end of a
    # column, its lowest winning cell or the spare bit, all bits are set.
    ends = (winning & ~(empty & (odd_columns ^ answers))) | spare
    open_tops = ((~ends & (ends - bottom)) + bottom) & spare
    open_columns = open_tops - (open_tops >> (load(desk + STRIDE) - _ONE))
    firsts = odd_landing & open_columns
    unanswered = stone_counts(firsts) & _ONE

    leaders_share = (empty & ((odd_columns & ~open_columns) ^ answers)) | firsts
    ends = (winning & ~leaders_share) | spare
    below = ~ends & (ends - bottom)
    line = lines((leaders_share & below) | leader, desk)
    holds = ~(lanes_with_stones(unanswered) | lanes_with_stones(line))

    # All cells below the ends are filled, but for the one that loses in each column that ends
    # early; then two stones more. Without such columns this comes to a draw.
    open_tops = (below + bottom) & spare
    score = (spread(empty_count + load(desk + COLUMNS)) - stone_counts(open_tops)
             - stone_counts(empty & below)) >> _ONE  # fmt: skip
    return holds, score, line
