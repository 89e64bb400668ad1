"""The solver for boards of two words: the same kernels, compiled when such a board is met."""

from kinarow.native.kernels import also_for, export
from kinarow.native.types import INT, NOTHING, WIDE, WORD
from kinarow.native.wide import a_wide_board
from kinarow.native.words import Word
from kinarow.solver.drop.kernel import prove, search
from kinarow.solver.drop.table_kernel import grow

also_for(grow, NOTHING(WIDE, WORD))
also_for(search, INT(WIDE, WIDE, WIDE, INT, WORD))
also_for(prove, NOTHING(WIDE, INT, INT, INT, WORD))


@export(NOTHING(INT, INT, INT, WORD))
def prove_wide(low: int, high: int, weak: int, desk: Word) -> None:
    """As `prove`."""
    prove(a_wide_board(), low, high, weak, desk)


@export(NOTHING(WORD))
def grow_wide(desk: Word) -> None:
    """As `grow`."""
    grow(a_wide_board(), desk)
