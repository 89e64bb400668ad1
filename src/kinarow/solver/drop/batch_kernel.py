"""Many positions proven in one call."""

import numpy as np

from kinarow.bitboards.desk_kernel import BEGUN, HIGH, LOW, NODES, OCCUPIED, OWN, STOP
from kinarow.native.intrinsics import load, load_shared, store
from kinarow.native.jit import jit
from kinarow.native.types import Ints, Words
from kinarow.solver.drop.kernel import prove
from kinarow.solver.drop.table_kernel import clear

_WIDEST = 1000
"""More than any score."""


@jit
def prove_many(
    own: Words, occupied: Words, bounds: Ints, nodes: Ints, weak: int, fresh: bool, desk: np.uint64
) -> int:
    """Prove many positions of one word one after the other; returns how many were begun before a
    stop.

    What is proven of each goes to `bounds` [position, low or high]. If `fresh`, each position finds
    an empty table.
    """
    for number in range(own.size):
        if fresh:
            clear(desk)
        before = load(desk + NODES)
        store(desk + BEGUN, before)
        store(desk + OWN, own[number])
        store(desk + OCCUPIED, occupied[number])
        prove(np.uint64(0), -_WIDEST, _WIDEST, weak, desk)
        bounds[number, 0] = np.int64(load(desk + LOW))
        bounds[number, 1] = np.int64(load(desk + HIGH))
        nodes[number] = np.int64(load(desk + NODES) - before)
        if load_shared(desk + STOP):
            return number + 1
    return int(own.size)
