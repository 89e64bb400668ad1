"""Fitting evaluators that have a table of their own for each shape of cells.

Each entry of each table is a weight, so there are thousands; a board's score is the sum of one
entry a shape. The tables of either side to move are fitted on their own, by logistic regression on
the outcome of perfect play. This module imports numpy and numba: import it only where it is needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError
from kinarow.evaluation.compiled.boards import codes_of
from kinarow.evaluation.compiled.form import CompiledForm, compiled
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.features.codes import contents_of
from kinarow.evaluation.terms import MOST_NUMBERS, POINTS_A_UNIT, Shape, Tables, images
from kinarow.fitting.fit_kernel import descend, logistic_loss
from kinarow.fitting.samples import SolvedSample
from kinarow.game import Cell, Direction, GameSpec, Side, symmetries
from kinarow.game.geometry import geometry
from kinarow.game.movetext import cell_named
from kinarow.game.symmetry import move_cell
from kinarow.work.progress import Progress, silent

_RATE, _LESS_IN_THE_END, _DECAY = 0.15, 0.8, 0.01
"""The size of a weight's first steps, by how much it lessens until the last pass, and how much the
weights are drawn towards 0 each time."""
_FIRST_SQUARE = 1.0
"""So that a weight's first few positions do not move it far."""

_LINES = {
    "lines": tuple(Direction),
    "rows": (Direction.ROW,),
    "columns": (Direction.COLUMN,),
    "diagonals": (Direction.RISING, Direction.FALLING),
}
_DIAGONAL_PAIRS = "diagonal-pairs"


def shapes_named(spec: GameSpec, text: str) -> list[tuple[Cell, ...]]:
    """Shapes by name: `windows`, `lines`, rectangles by size such as `4x2` or by two corners such
    as `c1-e4`, …, or several joined by `+`; of those that are images of each other only the first.
    """
    found = [cells for name in text.split("+") for cells in _shapes_of_one_name(spec, name)]
    too_large = [cells for cells in found if contents_of(spec, cells).count > MOST_NUMBERS]
    if too_large or not found:
        raise KinarowError(
            f"{text}: on {spec} there is none that can hold at most {MOST_NUMBERS} contents"
        )
    kept, seen = [], set[frozenset[Cell]]()
    for cells in found:
        if frozenset(cells) not in seen:
            kept.append(cells)
            seen |= {frozenset(image) for image in images(spec, cells)}
    return kept


def _shapes_of_one_name(spec: GameSpec, name: str) -> list[tuple[Cell, ...]]:
    if name == "windows":
        return [window.cells for window in geometry(spec).windows]
    if name in _LINES:
        return _lines(spec, _LINES[name])
    if name == _DIAGONAL_PAIRS:
        return _diagonal_pairs(spec)
    if size := re.fullmatch(r"([1-9])x([1-9])", name):
        across, up = int(size[1]), int(size[2])
        return [
            _rectangle(cell, Cell(cell.column + across - 1, cell.row + up - 1))
            for cell in sorted(geometry(spec).cells)
            if cell.column + across <= spec.columns and cell.row + up <= spec.rows
        ]
    if corners := re.fullmatch(r"([a-z]+[0-9]+)-([a-z]+[0-9]+)", name):
        one, other = map(cell_named, corners.groups())
        if not (geometry(spec).contains(one) and geometry(spec).contains(other)):
            raise KinarowError(f"{name}: a corner is not on the board of {spec}")
        return [_rectangle(one, other)]
    raise KinarowError(
        f"{name!r} is not a shape: windows, {', '.join(_LINES)}, {_DIAGONAL_PAIRS}, or a rectangle "
        "by its size, such as 4x2, or by two corners, such as c1-e4"
    )


def _rectangle(one: Cell, other: Cell) -> tuple[Cell, ...]:
    columns, rows = sorted((one.column, other.column)), sorted((one.row, other.row))
    return tuple(
        Cell(column, row)
        for row in range(rows[0], rows[1] + 1)
        for column in range(columns[0], columns[1] + 1)
    )


def _diagonal_pairs(spec: GameSpec) -> list[tuple[Cell, ...]]:
    """Every second diagonal, with the cells right below its own, so that no two share a cell that
    is on both their diagonals."""
    rising = _lines(spec, (Direction.RISING,))
    by_height = sorted(rising, key=lambda line: line[0].column - line[0].row)
    return [
        tuple(sorted({*line, *(Cell(c.column, c.row - 1) for c in line if c.row > 0)}))
        for line in by_height[::2]
    ]


def _lines(spec: GameSpec, directions: tuple[Direction, ...]) -> list[tuple[Cell, ...]]:
    """All straight lines from border to border in which a window fits."""
    on, lines = geometry(spec), []
    for direction in on.steps:
        if direction not in directions:
            continue
        across, up = direction.value
        for start in on.cells:
            if on.contains(Cell(start.column - across, start.row - up)):
                continue
            line = [start]
            while on.contains(after := Cell(line[-1].column + across, line[-1].row + up)):
                line.append(after)
            if len(line) >= spec.target:
                lines.append(tuple(line))
    return lines


class _Boards(NamedTuple):
    """What the kernels ask for: of each board its entries, its outcome, the number of its bias."""

    entries: NDArray[np.int32]
    outcomes: NDArray[np.float64]
    biases: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class TableFit:
    """The tables for one side to move, and how well they fit: mean cross-entropies."""

    term: Tables
    loss: float
    held_out_loss: float


def fit_tables(
    to_move: Side,
    shapes: Sequence[tuple[Cell, ...]],
    sample: SolvedSample,
    held_out: SolvedSample,
    *,
    passes: int = 5,
    progress: Progress = silent,
) -> TableFit:
    """The tables that best predict the outcomes of a sample's positions, by stochastic gradient
    descent in so many passes over them, and how well they predict those of another one; in both
    cases of those on which one side is to move."""
    spec = sample.spec
    origins, ties = _ties(spec, shapes)
    count = int(ties.max()) + 1
    form = _form(spec, to_move, shapes)

    def boards_of(positions: SolvedSample) -> _Boards:
        chosen = positions.where(positions.stones % 2 == to_move - 1)
        if not len(chosen):
            raise KinarowError(f"{spec} has too few positions to learn from")
        entries = ties[codes_of(form, chosen.first, chosen.second)]
        # How many stones there are says something, too, but nothing that a search can choose by:
        # all its leaves have as many. So it has weights of its own, which are forgotten.
        return _Boards(entries, chosen.outcomes(), count + chosen.stones)

    boards = boards_of(sample)
    weights = np.zeros(count + spec.cell_count + 1)
    squares = np.full(len(weights), _FIRST_SQUARE)
    random = np.random.default_rng(0)
    for number in range(passes):
        progress(number / passes, "fitting")
        order = random.permutation(len(boards.outcomes))
        rate = _RATE * (1 - _LESS_IN_THE_END * number / passes)
        descend(*boards, order, rate, _DECAY, weights, squares)
    points = np.rint(weights[:count] * POINTS_A_UNIT).astype(int)
    tables = tuple(
        Shape(cells, tuple(points[ties[begin:end]].tolist()))
        for cells, (begin, end) in zip(shapes, pairwise(origins), strict=True)
    )
    losses = (logistic_loss(*each, weights) for each in (boards, boards_of(held_out)))
    return TableFit(Tables(spec, to_move, tables), *losses)


def _form(spec: GameSpec, to_move: Side, shapes: Sequence[tuple[Cell, ...]]) -> CompiledForm:
    # Numbers that differ from table to table, so that no two shapes come to share one.
    tables = tuple(
        Shape(cells, (1 + number,) * contents_of(spec, cells).count)
        for number, cells in enumerate(shapes)
    )
    return compiled(Evaluator("shapes", Tables(spec, to_move, tables)), spec, to_move - 1)


def _ties(
    spec: GameSpec, shapes: Sequence[tuple[Cell, ...]]
) -> tuple[list[int], NDArray[np.int32]]:
    """Where each shape's table begins among the entries, and the end of the last; and for each
    entry its weight: a shape that a symmetry lays onto itself means the same read in both
    orders."""
    contents = [contents_of(spec, cells) for cells in shapes]
    origins = np.cumsum([0, *(each.count for each in contents)]).tolist()
    ties = np.arange(origins[-1], dtype=np.int64)
    for cells, held, (begin, end) in zip(shapes, contents, pairwise(origins), strict=True):
        least = np.arange(held.count)
        for symmetry in symmetries(spec):
            image = [move_cell(spec, symmetry, cell) for cell in cells]
            if set(image) == set(cells):
                piles = [cells.index(image[pile[0]]) for pile in held.piles]
                order = [n for at in piles for n, pile in enumerate(held.piles) if at == pile[0]]
                least = np.minimum(least, held.numbers_by(order))
        ties[begin:end] = begin + least
    return origins, np.unique(ties, return_inverse=True)[1].astype(np.int32)
