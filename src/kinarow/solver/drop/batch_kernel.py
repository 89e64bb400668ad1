"""Many positions proven in one call."""

from kinarow.bitboards.desk_kernel import BEGUN, HIGH, LOW, NODES, OCCUPIED, OWN, STOP
from kinarow.native.intrinsics import load, load_shared, store
from kinarow.native.kernels import export
from kinarow.native.types import INT, WORD
from kinarow.native.words import Word
from kinarow.solver.drop.kernel import prove
from kinarow.solver.drop.table_kernel import clear

_ZERO, _WORD_BYTES = Word(0), Word(8)
_WIDEST = 1000
"""More than any score."""


@export(INT(WORD, WORD, WORD, WORD, INT, INT, INT, WORD))
def prove_many(
    own: Word, occupied: Word, bounds: Word, nodes: Word, count: int, weak: int, fresh: int,
    desk: Word,
) -> int:  # fmt: skip
    """Prove many positions of one word one after the other; returns how many were begun before a
    stop.

    All are addresses of as many numbers; what is proven of each goes to `bounds`, two numbers each,
    the lower first. If `fresh`, each position finds an empty table.
    """
    for number in range(count):
        at = Word(number) * _WORD_BYTES
        if fresh:
            clear(desk)
        before = load(desk + NODES)
        store(desk + BEGUN, before)
        store(desk + OWN, load(own + at))
        store(desk + OCCUPIED, load(occupied + at))
        prove(_ZERO, -_WIDEST, _WIDEST, weak, desk)
        store(bounds + at + at, load(desk + LOW))
        store(bounds + at + at + _WORD_BYTES, load(desk + HIGH))
        store(nodes + at, load(desk + NODES) - before)
        if load_shared(desk + STOP):
            return number + 1
    return count
