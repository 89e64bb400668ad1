"""Many boards at once: what a compiled form makes of them.

Boards are arrays of words, one bit a cell (`geometry`), so only boards that fit a word will do.
This module imports numpy and numba: import it only where it is needed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError
from kinarow.evaluation.compiled import boards_kernel as kernel
from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.game import GameSpec, Side
from kinarow.game.geometry import WORD_BITS, fits_words, geometry
from kinarow.native.types import Words


def codes_of(form: CompiledForm, first: Words, second: Words) -> NDArray[np.int32]:
    """[board, feature]: where each feature's points are in the form's table."""
    codes = np.tile(form.origins, (len(first), 1))
    kernel.codes_of_boards(
        first, second, _cell_of_bit(form.spec), form.starts, form.features, form.steps, codes
    )
    return codes


def sums_of(form: CompiledForm, first: Words, second: Words, side: Side) -> NDArray[np.int64]:
    """What the boards are worth for a side, times the form's scale."""
    codes = codes_of(form, first, second)
    sums: NDArray[np.int64] = form.table[side - 1][codes].sum(axis=1)
    if form.trap_weight:
        traps = np.zeros(len(first), dtype=np.int64)
        occupied = first | second
        kernel.traps_of_boards(
            _empty(form.spec, occupied) if form.traps_anywhere else landing_of(form.spec, occupied),
            codes, int(side), form.spec.target,
            _cell_of_bit(form.spec), form.trap_starts, form.trap_windows, form.origins, traps,
        )  # fmt: skip
        sums += form.trap_weight * traps
    return sums


def landing_of(spec: GameSpec, occupied: Words) -> Words:
    """The cells where a stone can be put."""
    on = geometry(spec)
    board = np.uint64(on.board)
    return (occupied + np.uint64(on.bottom)) & board if spec.gravity else _empty(spec, occupied)


def _empty(spec: GameSpec, occupied: Words) -> Words:
    return ~occupied & np.uint64(geometry(spec).board)


def lines_in(spec: GameSpec, stones: Words) -> NDArray[np.bool_]:
    """Whether these stones of one side hold a line that wins."""
    found = np.zeros(len(stones), dtype=np.bool_)
    for step in geometry(spec).steps.values():
        run = stones.copy()
        for i in range(1, spec.target):
            run &= stones >> np.uint64(i * step)
        if spec.exact:  # shifting by all bits or more leaves none, which is as it should be
            run &= ~(stones << np.uint64(step)) & ~(stones >> np.uint64(spec.target * step))
        found |= run != 0
    return found


def completing(spec: GameSpec, stones: Words) -> Words:
    """The cells, empty or not, on the board or off it, that complete a line with these stones."""
    found = np.zeros_like(stones)
    for step in geometry(spec).steps.values():
        for place in range(spec.target):
            cells = np.full_like(stones, ~np.uint64(0))
            for other in range(spec.target):
                shift = np.uint64(abs(other - place) * step)
                if other < place:
                    cells &= stones << shift
                elif other > place:
                    cells &= stones >> shift
            if spec.exact:
                before, after = (place + 1) * step, (spec.target - place) * step
                cells &= ~(stones << np.uint64(before)) & ~(stones >> np.uint64(after))
            found |= cells
    return found


def quiet(spec: GameSpec, first: Words, second: Words) -> NDArray[np.bool_]:
    """Where neither side can complete a line with the next stone."""
    threats = completing(spec, first) | completing(spec, second)
    found: NDArray[np.bool_] = (threats & landing_of(spec, first | second)) == 0
    return found


def _cell_of_bit(spec: GameSpec) -> NDArray[np.int32]:
    if not fits_words(spec):
        raise KinarowError(f"the board of {spec} does not fit {WORD_BITS} bits")
    numbers = np.zeros(WORD_BITS, dtype=np.int32)
    for cell in geometry(spec).cells:
        numbers[geometry(spec).bit(cell).bit_length() - 1] = cell.row * spec.columns + cell.column
    return numbers
