"""Fitting evaluators that have a table of their own for each shape of cells.

Each entry of each table is a weight, so there are thousands; a board's score is the sum of one
entry a shape. The tables of either side to move are fitted on their own, by logistic regression on
the outcome of perfect play. This module imports numpy and numba: import it only where it is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError
from kinarow.evaluation.boards import codes_of
from kinarow.evaluation.compiled import CompiledForm, compiled
from kinarow.evaluation.contents import contents_of
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.terms import MOST_NUMBERS, Shape, Tables, images
from kinarow.fitting.fit_kernel import logistic_loss
from kinarow.fitting.minimizing import minimize
from kinarow.fitting.samples import SolvedSample
from kinarow.game import Cell, GameSpec, Side, symmetries
from kinarow.game.geometry import geometry
from kinarow.game.symmetry import move_cell
from kinarow.work.progress import Progress, silent

POINTS_A_UNIT = 100
"""Weights are logarithms of odds; a hundredth of one is a point."""


def shapes_named(spec: GameSpec, text: str) -> list[tuple[Cell, ...]]:
    """Shapes by name: `windows`, `lines`, rectangles such as `4x2`, or several joined by `+`; of
    those that are images of each other only the first."""
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
    if name == "lines":
        return _lines(spec)
    size = re.fullmatch(r"([1-9])x([1-9])", name)
    if size is None:
        raise KinarowError(f"{name!r} is not a shape: windows, lines, or a rectangle such as 4x2")
    across, up = int(size[1]), int(size[2])
    return [
        tuple(Cell(column + i, row + j) for j in range(up) for i in range(across))
        for column in range(spec.columns - across + 1)
        for row in range(spec.rows - up + 1)
    ]


def _lines(spec: GameSpec) -> list[tuple[Cell, ...]]:
    """All straight lines from border to border in which a window fits."""
    on, lines = geometry(spec), []
    for direction in on.steps:
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
    prior: float = 6.0,
    steps: int = 200,
    progress: Progress = silent,
) -> TableFit:
    """The tables that best predict the outcomes of a sample's positions, and how well they predict
    those of another one, in both cases of those on which one side is to move.

    `prior` draws the weights towards 0, the less the more positions speak against it."""
    spec = sample.spec
    origins, ties = _ties(spec, shapes)
    count = int(ties.max()) + 1
    form = _form(spec, to_move, shapes)
    slope = np.zeros(count + spec.cell_count + 1)

    def loss_on(positions: SolvedSample) -> Callable[[NDArray[np.float64]], float]:
        chosen = positions.where(positions.stones % 2 == to_move - 1)
        if not len(chosen):
            raise KinarowError(f"{spec} has too few positions to learn from")
        entries, outcomes = ties[codes_of(form, chosen.first, chosen.second)], chosen.outcomes()
        # How many stones there are says something, too, but nothing that a search can choose by:
        # all its leaves have as many. So it has weights of its own, which are forgotten.
        biases = count + chosen.stones
        return lambda weights: logistic_loss(entries, outcomes, biases, weights, slope)

    loss, done = loss_on(sample), 0
    penalty = prior / max(1, int(np.count_nonzero(sample.stones % 2 == to_move - 1)))

    def with_penalty(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        value = loss(weights) + penalty * float(weights @ weights)
        return value, slope + 2 * penalty * weights

    def report(_weights: NDArray[np.float64]) -> None:
        nonlocal done
        done += 1
        progress(done / steps, "fitting")

    found = minimize(
        with_penalty, np.zeros(len(slope)), callback=report,
        options={"maxiter": steps, "maxcor": 20, "ftol": 1e-12, "gtol": 1e-9},
    )  # fmt: skip
    points = np.rint(found[:count] * POINTS_A_UNIT).astype(int)
    tables = tuple(
        Shape(cells, tuple(points[ties[begin:end]].tolist()))
        for cells, (begin, end) in zip(shapes, pairwise(origins), strict=True)
    )
    return TableFit(Tables(spec, to_move, tables), loss(found), loss_on(held_out)(found))


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
