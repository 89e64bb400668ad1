"""The value of a square: how the agent for N×N tic-tac-toe with target M chooses.

For a cell and each of the four axes, the stones of either side on that axis within `target` cells
count, whether or not they touch: eight numbers, S_v-a to S_d-n-o. The largest is the cell's value.
A cell that completes a line for us is worth infinity. Of equal cells, the one with more of its
eight numbers equal to its largest is better, then the one nearer to the centre, then the first in
reading order.

This module imports numpy; import it only where squares are to be valued.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError
from kinarow.evaluation.explanation.explain import Contribution, Explanation, RatedSquare, Step
from kinarow.game import Cell, Position, Side
from kinarow.game.grid import landing_grid, stones_grid

AXES = {"v": (1, 0), "h": (0, 1), "d-p": (-1, 1), "d-n": (1, 1)}
"""Rows down and columns right for one step along each axis, in the order of the document."""


@dataclass(frozen=True, slots=True)
class SquareValue:
    """What a cell is worth to a side, and why."""

    cell: Cell
    numbers: tuple[int, ...]
    """The eight numbers: our stones on each of the `AXES`, then the opponent's."""
    wins: bool
    """Whether a stone there completes a line."""

    @property
    def value(self) -> float:
        return math.inf if self.wins else max(self.numbers)

    @property
    def at_the_largest(self) -> int:
        """How many of the eight numbers equal the largest."""
        return self.numbers.count(max(self.numbers))


def best_square(position: Position, side: Side) -> SquareValue:
    """The cell that the agent plays for a side, among those where a stone can land."""
    squares = _Squares.of(position, side)
    row, column = _first_best(
        landing_grid(position).astype(bool), squares.merit, squares.at_largest
    )
    return squares.at(row, column)


def rated_squares(position: Position, side: Side) -> tuple[tuple[SquareValue, float], ...]:
    """All cells where a stone can land with their distances to the centre, the best first."""
    squares = _Squares.of(position, side)
    distance = _distance(squares.merit.shape)
    rows, columns = np.nonzero(landing_grid(position))
    order = sorted(
        zip(map(int, rows), map(int, columns), strict=True),
        key=lambda at: (-squares.merit[at], -squares.at_largest[at], distance[at], at),
    )
    return tuple((squares.at(*at), math.sqrt(distance[at]) / 2) for at in order)


@dataclass(frozen=True, slots=True)
class _Squares:
    """What all cells of a board are worth to a side."""

    numbers: NDArray[np.int64]
    """[which of the eight, row, column]"""
    wins: NDArray[np.bool_]

    @classmethod
    def of(cls, position: Position, side: Side) -> _Squares:
        if position.ending() is not None:
            raise KinarowError("the game is over: no square has a value")
        target = position.spec.target
        own, opponent = stones_grid(position, side), stones_grid(position, side.other)
        numbers = np.stack(
            [_within(stones, axis, target) for stones in (own, opponent) for axis in AXES.values()]
        )
        wins = np.zeros(own.shape, dtype=bool)
        for axis in AXES.values():
            touching = _touching(own, axis, target)
            wins |= touching == target - 1 if position.spec.exact else touching >= target - 1
        return cls(numbers, wins)

    @property
    def merit(self) -> NDArray[np.int64]:
        """The values, with a number for infinity that is larger than all others."""
        largest = self.numbers.max(axis=0)
        return np.where(self.wins, np.iinfo(largest.dtype).max, largest)

    @property
    def at_largest(self) -> NDArray[np.int64]:
        equal: NDArray[np.int64] = (self.numbers == self.numbers.max(axis=0)).sum(axis=0)
        return equal

    def at(self, row: int, column: int) -> SquareValue:
        cell = Cell(column, self.wins.shape[0] - 1 - row)
        return SquareValue(
            cell, tuple(map(int, self.numbers[:, row, column])), bool(self.wins[row, column])
        )


def explain_best_square(position: Position, side: Side) -> Explanation:
    """All squares that could be played and what decided between them, then the one that the agent
    plays, with the eight numbers; the running total is their maximum.

    A square that completes a line has no number for its value, so its score is None.
    """
    rated = rated_squares(position, side)
    best, _ = rated[0]
    contributions, largest = [], 0
    for number, (who, axis) in zip(
        best.numbers, ((who, axis) for who in (side, side.other) for axis in AXES), strict=True
    ):
        largest = max(largest, number)
        cells = _stones_on_axis(position, best.cell, AXES[axis], who)
        name = f"S_{axis}-{'a' if who is side else 'o'}"
        contributions.append(Contribution(name, cells, position.holds(cells), number, largest))
    note = (
        "a stone there completes a line, whatever the eight numbers are"
        if best.wins
        else f"the largest of the eight numbers; {best.at_the_largest} of them equal it"
    )
    score = None if best.wins else largest
    step = Step(f"square {best.cell}", tuple(contributions), score, note)
    squares = tuple(
        RatedSquare(
            square.cell,
            None if square.wins else max(square.numbers),
            square.at_the_largest,
            from_centre,
            _standing(number, rated),
        )
        for number, (square, from_centre) in enumerate(rated)
    )
    return Explanation(
        "square-value", position, side, score, (step,), move=best.cell, squares=squares
    )


def _standing(number: int, rated: Sequence[tuple[SquareValue, float]]) -> str:
    """Why the first square is played, and at what each of the others fell behind it."""
    best, near = rated[0]
    square, from_centre = rated[number]
    if number:
        if square.value < best.value:
            return "a lower value"
        if square.at_the_largest < best.at_the_largest:
            return "tied, but reached by fewer numbers"
        if from_centre > near:
            return "tied, but farther from the centre"
        return "tied, but later in reading order"
    tied = [(s, d) for s, d in rated[1:] if s.value == best.value]
    if not tied:
        return "played: the highest value" if len(rated) > 1 else "played: the only square"
    tied = [(s, d) for s, d in tied if s.at_the_largest == best.at_the_largest]
    if not tied:
        return "played: of those tied, reached by most numbers"
    if all(d > near for _, d in tied):
        return "played: of those tied, nearest to the centre"
    return "played: of those tied, first in reading order"


def _stones_on_axis(
    position: Position, cell: Cell, axis: tuple[int, int], side: Side
) -> tuple[Cell, ...]:
    down, right = axis
    reach = position.spec.target
    line = (
        Cell(cell.column + i * right, cell.row - i * down) for i in range(-reach, reach + 1) if i
    )
    return tuple(c for c in line if position.geometry.contains(c) and position.at(c) is side)


def _first_best(
    candidates: NDArray[np.bool_], value: NDArray[np.int64], tie_break: NDArray[np.int64]
) -> tuple[int, int]:
    """The candidate of highest value; ties by `tie_break`, then nearness to the centre, then
    reading order."""
    for merit in (value, tie_break, -_distance(value.shape)):
        candidates = candidates & (merit == merit[candidates].max())
    row, column = np.unravel_index(int(np.flatnonzero(candidates)[0]), value.shape)
    return int(row), int(column)


def _distance(shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Squared distance to the centre of the board, in half cells."""
    rows, columns = shape
    down, right = np.indices(shape)
    distance: NDArray[np.int64] = (2 * down - (rows - 1)) ** 2 + (2 * right - (columns - 1)) ** 2
    return distance


def _within(stones: NDArray[np.int8], axis: tuple[int, int], reach: int) -> NDArray[np.int64]:
    """For each cell the stones on an axis within `reach` cells on either side."""
    count = np.zeros(stones.shape, dtype=np.int64)
    for sign in (1, -1):
        for distance in range(1, min(reach, max(stones.shape) - 1) + 1):
            count += _shifted(stones, axis, sign * distance)
    return count


def _touching(stones: NDArray[np.int8], axis: tuple[int, int], reach: int) -> NDArray[np.int64]:
    """For each cell the stones on an axis that touch it without a gap, up to `reach` a side."""
    count = np.zeros(stones.shape, dtype=np.int64)
    for sign in (1, -1):
        unbroken = np.ones_like(stones)
        for distance in range(1, min(reach, max(stones.shape) - 1) + 1):
            unbroken &= _shifted(stones, axis, sign * distance)
            if not unbroken.any():
                break
            count += unbroken
    return count


def _shifted(stones: NDArray[np.int8], axis: tuple[int, int], distance: int) -> NDArray[np.int8]:
    """What lies `distance` steps along an axis from each cell; nothing off the board."""
    shifted = np.zeros_like(stones)
    to, source = zip(
        *(_overlap(size, step * distance) for size, step in zip(stones.shape, axis, strict=True)),
        strict=True,
    )
    shifted[to] = stones[source]
    return shifted


def _overlap(size: int, by: int) -> tuple[slice, slice]:
    """Which indices look at which, `by` further on."""
    return slice(max(0, -by), max(0, size - by)), slice(max(0, by), max(0, size + min(0, by)))
