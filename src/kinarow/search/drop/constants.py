"""What searches with gravity have in common for a game and an evaluator, as words of their desks.

This module imports numba: import it only where it is needed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.evaluation.compiled.line_tables import JoinedForm, joined
from kinarow.game import Cell, Direction, GameSpec, Side, Symmetry
from kinarow.game.geometry import bits_of, geometry
from kinarow.native.intrinsics import address_of
from kinarow.native.types import Words
from kinarow.search.drop import desk_kernel as desk
from kinarow.search.general.arrays import zobrist_words
from kinarow.search.ordering import centre_first

_BITS, _HALF_BITS, _WORD_BYTES, _SHORT_BYTES = 64, 32, 8, 2
_LARGEST_POINTS = 2**31 - 1
_LARGEST_SHORT_POINTS = 2**15 - 1
_LARGEST_CODE = 2**29
_MOST_PAIRS = 7**6
"""How large a table of pairs may become, whose entries are four times as large as others."""
_NO_CODE = 0
"""Of no feature: it counts nothing."""
_MOST_FILLED = 1.6
"""How many times as many entries there may be for the sake of equal numbers."""
_DIRECTIONS = (Direction.ROW, Direction.FALLING, Direction.RISING, Direction.COLUMN)


class Constants(NamedTuple):
    """The first words of a desk."""

    words: Words
    features: int
    arrays: tuple[NDArray[np.generic], ...]
    """Those whose addresses are among the words."""


def fits_desk(spec: GameSpec) -> bool:
    """Whether a word has a bit for each cell and a spare one for each column; a column must not
    fill a word, which cannot be shifted by all of its bits."""
    stride = spec.rows + 1
    return spec.gravity and stride < _BITS and spec.columns * stride <= _BITS


@lru_cache(maxsize=64)
def constants(form: CompiledForm, side: Side, images: tuple[Symmetry, ...]) -> Constants | None:
    """What a search that judges by a form, for a side, goes by; None if the form's numbers are too
    large for it."""
    parts = joined(form)
    if parts.size > _LARGEST_CODE:
        return None
    points = parts.points(side)
    largest = abs(points).max()
    if largest > _LARGEST_POINTS:
        return None
    size = np.int16 if largest <= _LARGEST_SHORT_POINTS else np.int32
    return _filled(form, side, images, parts, points.astype(size))


@lru_cache(maxsize=64)
def constants_of_pair(
    even: CompiledForm, odd: CompiledForm, side: Side, images: tuple[Symmetry, ...]
) -> Constants | None:
    """What a search of threats goes by that judges by one form after an even number of stones and
    by another after an odd one; None if their numbers are too large for it."""
    if even.scale != odd.scale or max(map(_largest_sum, (even, odd))) > _LARGEST_POINTS:
        return None
    parts = joined(_paired(even, odd), _MOST_PAIRS)
    if parts.size > _LARGEST_CODE:
        return None
    return _filled(even, side, images, parts, parts.points(side))


def _largest_sum(form: CompiledForm) -> int:
    return int(abs(form.table).max(initial=0)) * max(1, form.origins.size)


def _paired(even: CompiledForm, odd: CompiledForm) -> CompiledForm:
    """One form whose sums are those of both: see `threats/drop/desk_kernel`."""
    if even is odd:
        return replace(even, table=even.table + (even.table << _HALF_BITS))
    features, steps = [], []
    starts = [0]
    for cell in range(even.spec.cell_count):
        for form, before in ((even, 0), (odd, even.origins.size)):
            entries = slice(form.starts[cell], form.starts[cell + 1])
            features.append(form.features[entries] + before)
            steps.append(form.steps[:, entries])
        starts.append(starts[-1] + features[-2].size + features[-1].size)
    return replace(
        even,
        starts=np.array(starts, dtype=np.int32),
        features=np.concatenate(features),
        steps=np.concatenate(steps, axis=1),
        origins=np.concatenate([even.origins, odd.origins + even.table.shape[1]]),
        table=np.concatenate([even.table, odd.table << _HALF_BITS], axis=1),
    )


def _filled(
    form: CompiledForm,
    side: Side,
    images: tuple[Symmetry, ...],
    parts: JoinedForm,
    points: NDArray[Any],
) -> Constants:
    """The words of a desk for a form, by its features joined."""
    board = _board(form.spec, images)
    point_bytes = points.itemsize
    origins = np.append(parts.origins, _NO_CODE).astype(np.uint64) * point_bytes
    starts, entries = _entries(form.spec, parts, point_bytes)
    words = board.words.copy()
    set_words(
        words,
        {
            desk.JUDGE: side - 1,
            desk.POINTS: points,
            desk.ARE_SHORT: int(points.itemsize == _SHORT_BYTES),
            desk.STARTS: starts,
            desk.ENTRIES: entries[0],
            desk.ENTRIES + np.uint64(_WORD_BYTES): entries[1],
            desk.ORIGINS: origins,
            desk.FEATURES: origins.size,
            desk.EMPTY_SUM: int(points[parts.origins].sum(dtype=np.int64)),
            desk.TRAP_WEIGHT: form.trap_weight,
            desk.TRAPS_ANYWHERE: int(form.traps_anywhere),
        },
    )
    arrays = (*board.arrays, points, starts, entries, origins)
    return Constants(words, origins.size, arrays)


def set_words(words: Words, values: dict[np.uint64, int | NDArray[np.generic]]) -> None:
    """Set words of a desk by their offsets, to numbers or to the addresses of arrays."""
    for offset, value in values.items():
        word = value % 2**_BITS if isinstance(value, int) else int(address_of(value))
        words[desk.index(offset)] = word


def _entries(spec: GameSpec, parts: JoinedForm, point_bytes: int) -> tuple[Words, Words]:
    """Where each bit's entries begin, in bytes, and [side, entry]: see `ENTRIES`.

    Where cells have about as many features each, all get the same number, so that the processor
    knows when a loop over them will end; what fills up is a feature that stays as it is."""
    most = max(map(len, parts.entries))
    is_even = most * len(parts.entries) <= _MOST_FILLED * sum(map(len, parts.entries))
    no_feature = parts.origins.size, 0, 0
    starts = np.zeros(_BITS + 1, dtype=np.uint64)
    rows: tuple[list[int], list[int]] = [], []
    for bit in range(_BITS):
        starts[bit] = len(rows[0]) * _WORD_BYTES
        column, row = divmod(bit, spec.rows + 1)
        if row < spec.rows and column < spec.columns:
            of_cell = parts.entries[row * spec.columns + column]
            filling = (no_feature,) * (most - len(of_cell)) if is_even else ()
            for feature, *steps in (*of_cell, *filling):
                for entries, step in zip(rows, steps, strict=True):
                    entries.append(step * point_bytes << _HALF_BITS | feature * _WORD_BYTES)
    starts[_BITS] = len(rows[0]) * _WORD_BYTES
    return starts, np.array(rows, dtype=np.uint64)


@lru_cache(maxsize=64)
def _board(spec: GameSpec, images: tuple[Symmetry, ...]) -> Constants:
    on = geometry(spec)
    columns = [on.cell(bit).column for bit in centre_first(spec) if bit & on.bottom]
    masks = np.array([on.column_mask(column) for column in columns], dtype=np.uint64)
    ranks, mirror = (np.zeros(_BITS, dtype=np.uint64) for _ in range(2))
    zobrist = np.zeros((2, 2, _BITS), dtype=np.uint64)
    by_cell = zobrist_words(spec, images)
    for bit in bits_of(on.board):
        cell, number = on.cell(bit), bit.bit_length() - 1
        ranks[number] = columns.index(cell.column)
        opposite = Cell(spec.columns - 1 - cell.column, cell.row)
        mirror[number] = on.bit(opposite).bit_length() - 1
        zobrist[: len(images), :, number] = by_cell[:, :, cell.row * spec.columns + cell.column]
    words = np.zeros(desk.SAME_WORDS, dtype=np.uint64)
    steps = [on.steps.get(direction, 0) for direction in _DIRECTIONS]
    set_words(
        words,
        {
            desk.BOTTOM: on.bottom,
            desk.BOARD: on.board,
            desk.CELLS: spec.cell_count,
            desk.COLUMNS: spec.columns,
            desk.TARGET: spec.target,
            desk.IS_FOUR: int(spec.target == 4 and all(steps)),
            desk.ORDER: masks,
            desk.RANKS: ranks,
            desk.MIRROR: mirror,
            desk.ZOBRIST: zobrist,
            desk.IMAGES: len(images),
        },
    )
    words[desk.index(desk.STEPS) :][: len(steps)] = steps
    return Constants(words, 0, (masks, ranks, mirror, zobrist))
