"""A bound without search: the side that follows answers every stone in the same column.

This is the follow-up that Allis (1988) calls claimeven, for any heights. Let one side, the leader,
be to move. In a column with an even number of empty cells the follower can always answer on top of
the leader's stone, so there the leader gets every other cell, from the lowest empty one on. In the
columns with an odd number we let the leader have all cells; if there is an even number of such
columns, the follower always finds an answer in one of them. And where the follower's share of a
column holds a cell that wins for him, play in that column ends there: the leader, who has to take
the cell below, loses. Such a column counts as even, whatever is above.

If the leader has no line even with all that he may get, he does not win; and if some column ends
with a winning cell of the follower, he loses, when all the other cells are filled at the latest.

Seven columns, the leader to move (L: what he may get, F: the follower's share, w: wins for F):

    F . F L          the third column ends below the w: the leader never gets past it
    L . w L
    F . L L          the last column has an odd number of empty cells
"""

from typing import Any

import numpy as np

from kinarow.native.intrinsics import load
from kinarow.native.jit import jit_inlined
from kinarow.native.lanes import lanes_set, popcounts, spread
from kinarow.solver.desk_kernel import ANSWERS, BOARD, BOTTOM, COLUMNS, SPARE, STRIDE
from kinarow.solver.lines_kernel import lines

_ONE = np.uint64(1)


@jit_inlined
def follower_wins_by(
    leader: np.uint64, empty: Any, landing: Any, winning: Any, empty_count: np.uint64,
    desk: np.uint64,
) -> tuple[np.uint64, Any]:  # fmt: skip
    """For positions in lanes, all with the same leader's stones and number of empty cells: the
    lanes in which the bound holds, and the score that the follower has there at least.

    `winning` are the follower's winning cells.
    """
    board, spare, answers = load(desk + BOARD), load(desk + SPARE), load(desk + ANSWERS)
    bottom, stride = load(desk + BOTTOM), load(desk + STRIDE)
    odd_landing = landing & board & ~answers
    odd_columns = (spread(spare) - odd_landing) & board
    leaders_share = empty & (odd_columns ^ answers)

    # Subtracting 1 from each column turns the bits below its lowest one, so this gives the cells
    # below the end of each column: its lowest winning cell, or the spare bit.
    ends = (winning & ~leaders_share) | spare
    below = ~ends & (ends - bottom)
    open_tops = (below + bottom) & spare
    open_columns = open_tops - (open_tops >> (stride - _ONE))

    leaders_cells = (leaders_share & below) | (odd_columns & open_columns)
    unanswered = popcounts(odd_landing & open_columns) & _ONE
    holds = ~lanes_set(unanswered | lines(leaders_cells | leader, desk))

    # All cells below the ends are filled, but for the one that loses in each column that ends
    # early; then two stones more. Without such columns this comes to a draw.
    score = (spread(empty_count + load(desk + COLUMNS)) - popcounts(open_tops)
             - popcounts(empty & below)) >> _ONE  # fmt: skip
    return holds, score
