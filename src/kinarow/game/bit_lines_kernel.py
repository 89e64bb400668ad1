"""Lines on bitboards (`geometry`): where a stone would complete one.

`stones` may be a word, a wide board, or lanes of either: only operators that all have are used.
"""

from kinarow.native.kernels import inlined
from kinarow.native.types import Boards
from kinarow.native.words import Word


@inlined
def completes_four(stones: Boards, step: Word) -> Boards:
    """Cells, empty or not, with three neighbours in a row: .XXX, X.XX, XX.X or XXX."""
    twice, thrice = step + step, step + step + step
    before, after = stones << step, stones >> step
    two_before, two_after = before & (stones << twice), after & (stones >> twice)
    return (two_before & ((stones << thrice) | after)) | (two_after & (before | (stones >> thrice)))


@inlined
def completes_line(stones: Boards, step: Word, target: Word) -> Boards:
    """The same for any length: some stones before the cell and the rest of them after it."""
    found, before = stones & ~stones, stones | ~stones
    distance = step & ~step
    for count in range(target):
        line = before
        after = step
        for _ in range(count + 1, target):
            line = line & (stones >> after)
            after += step
        found = found | line
        distance += step
        if count + 1 < target:
            before = before & (stones << distance)
    return found
