"""The solver for boards of two words: the same kernels, compiled when such a board is met."""

import numpy as np

from kinarow.native.jit import also_for, jit_for
from kinarow.native.types import INT, NOTHING, WORD
from kinarow.native.wide import WIDE, a_wide_board
from kinarow.solver.drop.kernel import prove, search
from kinarow.solver.drop.table_kernel import grow

also_for(grow, NOTHING(WIDE, WORD))
also_for(search, INT(WIDE, WIDE, WIDE, INT, WORD))
also_for(prove, NOTHING(WIDE, INT, INT, INT, WORD))


@jit_for(NOTHING(INT, INT, INT, WORD))
def prove_wide(low: int, high: int, weak: int, desk: np.uint64) -> None:
    """As `prove`."""
    prove(a_wide_board(), low, high, weak, desk)


@jit_for(NOTHING(WORD))
def grow_wide(desk: np.uint64) -> None:
    """As `grow`."""
    grow(a_wide_board(), desk)
