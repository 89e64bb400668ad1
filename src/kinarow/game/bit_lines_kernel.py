"""Lines on boards that fit one word (`geometry`): where a stone would complete one."""

import numpy as np

from kinarow.native.jit import jit_inlined


@jit_inlined
def completes_four(stones: np.uint64, step: np.uint64) -> np.uint64:
    """Cells, empty or not, with three neighbours in a row: .XXX, X.XX, XX.X or XXX."""
    twice, thrice = step + step, step + step + step
    before, after = stones << step, stones >> step
    two_before, two_after = before & (stones << twice), after & (stones >> twice)
    return (two_before & ((stones << thrice) | after)) | (two_after & (before | (stones >> thrice)))


@jit_inlined
def completes_any(stones: np.uint64, step: np.uint64, target: int) -> np.uint64:
    """The same for lines of any length: i stones right before the cell, the others behind it."""
    found, before = np.uint64(0), ~np.uint64(0)
    for i in range(target):
        behind, reach = before, stones
        for _ in range(target - 1 - i):
            reach = reach >> step
            behind &= reach
        found |= behind
        before = (before << step) & (stones << step)
    return found
