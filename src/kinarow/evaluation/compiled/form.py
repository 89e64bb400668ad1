"""Evaluators packed into tables for the search: a move's score is a few additions.

A feature's code counts, for each class of its cells, the stones of either side. A class of n cells
takes n·(n+1)+1 codes: one for each stone of the first side, n+1 for each of the second. So a cell
that is a class of its own has 3 codes, an ordered pattern of length m has 3ᵐ, and a long window of
one class has about m² instead: exact in both cases, since cells of one class can change places.
Tables bring their own numbers (`contents`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import EvaluatorError
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.features.features import Feature, LineRule, Rule, TableRule
from kinarow.evaluation.features.lowering import LoweredForm, scored
from kinarow.game import Cell, GameSpec, Side
from kinarow.game.geometry import geometry
from kinarow.score import Score

Entry = TypeVar("Entry")

_LARGEST_TOTAL = 2**62
_MOST_CODES = 4_000_000
"""What all tables of an evaluator may have together, so that nobody's memory is exhausted."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledForm:
    """An evaluator on one board, at one stage of the game, as arrays; `accumulate_kernel` works on
    them. The score times `scale` is the sum of the table entries at all codes, and of the traps.

    Cells are numbered along the rows from the bottom left.
    """

    spec: GameSpec
    scale: int
    starts: NDArray[np.int32]
    """For each cell where its entries in `features` and `steps` begin, and the end of the last."""
    features: NDArray[np.int32]
    steps: NDArray[np.int32]
    """[side − 1, entry]: by how much a stone moves the feature's code."""
    origins: NDArray[np.int32]
    """Each feature's code on the empty board."""
    table: NDArray[np.int64]
    """[side − 1, code]: points for that side, weights included."""
    trap_weight: int
    """What a trap counts."""
    traps_anywhere: bool
    """Whether traps are looked for in all empty cells, not only where a stone can land."""
    trap_starts: NDArray[np.int32]
    trap_windows: NDArray[np.int32]
    """For each cell the features that are the windows through it; empty without traps."""

    def score(self, total: int) -> Score:
        """A sum of table entries as a score."""
        return scored(total, self.scale)

    def cell_number(self, cell: Cell) -> int:
        return cell.row * self.spec.columns + cell.column

    def empty_sum(self, side: Side) -> NDArray[np.int64]:
        """What the empty board counts, as the one sum that `move` keeps up to date."""
        total: NDArray[np.int64] = self.table[side - 1][self.origins].sum(keepdims=True)
        return total

    def move(
        self,
        cell: Cell,
        stone: Side,
        direction: int,
        side: Side,
        codes: NDArray[np.int32],
        sums: NDArray[np.int64],
    ) -> None:
        """Put (`direction` 1) or take away (−1) a stone, scoring for `side`."""
        from kinarow.evaluation.compiled.accumulate_kernel import move_codes

        move_codes(
            self.cell_number(cell), direction, self.starts, self.features, self.steps[stone - 1],
            self.table[side - 1], codes, sums,
        )  # fmt: skip


def compiled(evaluator: Evaluator, spec: GameSpec, stage: int) -> CompiledForm:
    """The compiled form of an evaluator made of terms, for boards at one stage (see
    `Evaluator.stage`); made once, and the same one for stages that share their weights."""
    form = evaluator.lowered(spec)
    return _compiled(evaluator, spec, tuple(part.weights[stage] for part in form.parts))


@lru_cache(maxsize=64)
def _compiled(evaluator: Evaluator, spec: GameSpec, weights: tuple[int, ...]) -> CompiledForm:
    form = evaluator.lowered(spec)
    _check_size(evaluator, form, spec.cell_count)
    packer = _Packer(spec)
    trap_weight = 0
    for part, weight in zip(form.parts, weights, strict=True):
        for feature in part.features if weight else ():
            packer.add(feature, weight)
        trap_weight += part.trap_points * weight
    trap_entries = packer.windows_by_cell() if trap_weight else [[] for _ in packer.entries]
    starts, entries = _rows(packer.entries)
    trap_starts, trap_windows = _rows(trap_entries)
    return CompiledForm(
        spec=spec,
        scale=form.scale,
        starts=starts,
        features=_int32([feature for feature, _, _ in entries]),
        steps=_int32([[first for _, first, _ in entries], [second for *_, second in entries]]),
        origins=_int32(packer.origins),
        table=np.concatenate([np.zeros((2, 0), dtype=np.int64), *packer.tables], axis=1),
        trap_weight=trap_weight,
        traps_anywhere=form.traps_anywhere,
        trap_starts=trap_starts,
        trap_windows=_int32(trap_windows),
    )


class _Packer:
    """Collects features into flat lists; rules that several features share have one table."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.entries: list[list[tuple[int, int, int]]] = [[] for _ in range(spec.cell_count)]
        self.origins: list[int] = []
        self.tables: list[NDArray[np.int64]] = []
        self.size = 0
        self._tables: dict[tuple[Rule, int, int], int] = {}
        self._windows: dict[int, int] = {}

    def add(self, feature: Feature, weight: int) -> int:
        number, length = len(self.origins), len(feature.cells)
        classes = feature.rule.classes(length)
        origin = self._tables.get((feature.rule, length, weight))
        if origin is None:
            codes = _code_count(feature.rule, classes)
            if self.size + codes > _MOST_CODES:
                raise EvaluatorError("its patterns are too long to be compiled on this board")
            origin = self._tables[feature.rule, length, weight] = self.size
            self.tables.append(_table(feature.rule, classes, weight))
            self.size += codes
        steps = _steps(feature.rule, classes)
        for cell, (first, second) in zip(feature.cells, steps, strict=True):
            self._entries_of(cell).append((number, first, second))
        self.origins.append(origin)
        if isinstance(feature.rule, LineRule):
            self._windows.setdefault(feature.mask, number)
        return number

    def windows_by_cell(self) -> list[list[int]]:
        """For each cell the features that count the stones of the windows through it."""
        target = self.spec.target
        nothing = LineRule((0,) * (target + 1), (0,) * (target + 1))
        by_cell: list[list[int]] = [[] for _ in self.entries]
        on = geometry(self.spec)
        for window in on.windows:
            number = self._windows.get(window.mask)
            if number is None:
                bits = tuple(map(on.bit, window.cells))
                number = self.add(Feature(window.cells, bits, window.mask, nothing), 0)
            for cell in window.cells:
                by_cell[cell.row * self.spec.columns + cell.column].append(number)
        return by_cell

    def _entries_of(self, cell: Cell) -> list[tuple[int, int, int]]:
        return self.entries[cell.row * self.spec.columns + cell.column]


def _class_sizes(classes: tuple[int, ...]) -> list[int]:
    return [classes.count(c) for c in range(max(classes) + 1)]


def _code_count(rule: Rule, classes: tuple[int, ...]) -> int:
    if isinstance(rule, TableRule):
        return rule.contents.count
    return math.prod(n * (n + 1) + 1 for n in _class_sizes(classes))


def _steps(rule: Rule, classes: tuple[int, ...]) -> Sequence[tuple[int, int]]:
    """For each cell by how much a stone of the first and of the second side moves the code."""
    if isinstance(rule, TableRule):  # its codes are its own numbers
        return rule.contents.steps
    units = [1]
    for size in _class_sizes(classes):
        units.append(units[-1] * (size * (size + 1) + 1))
    sizes = _class_sizes(classes)
    return [(units[c], units[c] * (sizes[c] + 1)) for c in classes]


def _table(rule: Rule, classes: tuple[int, ...], weight: int) -> NDArray[np.int64]:
    """[side − 1, code]: the weighted points of a rule."""
    if isinstance(rule, TableRule):
        points = weight * np.array(rule.table, dtype=np.int64)
        return np.stack([points, -points])
    steps = _steps(rule, classes)
    table = [(0, 0)] * _code_count(rule, classes)
    bits = tuple(1 << i for i in range(len(classes)))
    mask = sum(bits)
    for first, second in _arrangements(classes):
        code = sum(steps[i][0] for i in first) + sum(steps[i][1] for i in second)
        firsts, seconds = sum(bits[i] for i in first), sum(bits[i] for i in second)
        table[code] = (
            weight * int(rule.points(bits, mask, firsts, seconds, Side.FIRST)),
            weight * int(rule.points(bits, mask, seconds, firsts, Side.SECOND)),
        )
    return np.array(table, dtype=np.int64).T


def _arrangements(classes: tuple[int, ...]) -> Iterator[tuple[list[int], list[int]]]:
    """The cells with stones of the first and of the second side, for each way to share out the
    classes; which cells of a class they are makes no difference."""
    members = [
        [i for i, c in enumerate(classes) if c == wanted] for wanted in range(max(classes) + 1)
    ]
    shares = [[(x, o) for x in range(len(m) + 1) for o in range(len(m) + 1 - x)] for m in members]
    for share in product(*shares):
        first = [i for m, (x, _) in zip(members, share, strict=True) for i in m[:x]]
        second = [i for m, (x, o) in zip(members, share, strict=True) for i in m[x : x + o]]
        yield first, second


def _check_size(evaluator: Evaluator, form: LoweredForm, cells: int) -> None:
    largest = sum(max(map(abs, part.weights)) * part.largest(cells) for part in form.parts)
    if largest >= _LARGEST_TOTAL:
        raise EvaluatorError(
            f"{evaluator.name}: its weights have too many digits for 64-bit sums; round them"
        )


def _rows(rows: list[list[Entry]]) -> tuple[NDArray[np.int32], list[Entry]]:
    """Rows of different lengths as one list, and where each row begins in it."""
    starts = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    return starts, [entry for row in rows for entry in row]


def _int32(values: object) -> NDArray[np.int32]:
    return np.array(values, dtype=np.int32)
