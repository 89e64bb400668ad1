"""Features joined into few large ones: whoever puts a stone has fewer of them to look at.

All features that lie on one line of the board, or on the cells of one larger feature, become a
single table over what these cells hold. Connect Four's 69 windows become 25 lines; a stone lies on
four of these and on up to 13 windows.

A code is the number of what the cells of a joint hold (`contents`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation.compiled import CompiledForm
from kinarow.evaluation.contents import Contents, contents_of, held_by_pile
from kinarow.game import Cell, GameSpec

MOST_CODES = 3**8
"""A larger table would leave no room in the caches for others; larger features stay as they are."""


class Piece(NamedTuple):
    """A feature of a `CompiledForm`."""

    origin: int
    cells: tuple[int, ...]
    """By number, in ascending order."""
    steps: tuple[tuple[int, int], ...]
    """For each of the cells by how much a stone of either side moves the code."""


class _Joint(NamedTuple):
    """Cells with the pieces that lie on them."""

    cells: tuple[int, ...]
    pieces: list[Piece]


@dataclass(frozen=True, slots=True, eq=False)
class JoinedForm:
    """A `CompiledForm` with other features that come to the same sum; traps are not in it."""

    entries: tuple[tuple[tuple[int, int, int], ...], ...]
    """For each cell the features through it, with the steps of either side's stone."""
    origins: NDArray[np.int64]
    table: NDArray[np.int64]
    """[side − 1, code]: points for that side."""


@lru_cache(maxsize=64)
def joined(form: CompiledForm) -> JoinedForm:
    """The form with its features joined; made once."""
    by_cell: list[list[tuple[int, int, int]]] = [[] for _ in range(form.spec.cell_count)]
    origins: list[int] = []
    tables: list[NDArray[np.int64]] = [np.zeros((2, 1), dtype=np.int64)]
    known: dict[object, int] = {}
    size = 1
    for joint in _joints(form.spec, list(_pieces(form))):
        as_it_is = _size(form.spec, joint.cells) > MOST_CODES
        steps = joint.pieces[0].steps if as_it_is else _contents(form.spec, joint.cells).steps
        at = (
            steps,
            tuple(
                (p.origin, p.steps, tuple(map(joint.cells.index, p.cells))) for p in joint.pieces
            ),
        )
        if at not in known:  # alike wherever they lie
            table, known[at] = (
                _table_as_it_is(form, joint) if as_it_is else _sums(form, joint),
                size,
            )
            tables.append(table)
            size += table.shape[1]
        number = len(origins)
        origins.append(known[at])
        for cell, own_steps in zip(joint.cells, steps, strict=True):
            by_cell[cell].append((number, *own_steps))
    return JoinedForm(
        entries=tuple(map(tuple, by_cell)),
        origins=np.array(origins, dtype=np.int64),
        table=np.concatenate(tables, axis=1),
    )


def _pieces(form: CompiledForm) -> Iterator[Piece]:
    """The features that can count."""
    cells: list[list[int]] = [[] for _ in form.origins]
    steps: list[list[tuple[int, int]]] = [[] for _ in form.origins]
    for cell in range(form.spec.cell_count):
        for entry in range(form.starts[cell], form.starts[cell + 1]):
            feature = form.features[entry]
            cells[feature].append(cell)
            steps[feature].append((int(form.steps[0, entry]), int(form.steps[1, entry])))
    for origin, own_cells, own_steps in zip(form.origins, cells, steps, strict=True):
        piece = Piece(int(origin), tuple(own_cells), tuple(own_steps))
        if form.table[:, piece.origin : piece.origin + _codes(piece)].any():
            yield piece


def _codes(piece: Piece) -> int:
    """How many codes the feature has: no stone moves it further than the second side's."""
    return 1 + sum(second for _, second in piece.steps)


def _joints(spec: GameSpec, pieces: list[Piece]) -> list[_Joint]:
    """Each piece on the cells of one joint: of a line, of a larger piece, or on its own."""
    joints: list[_Joint] = []
    left: list[Piece] = []
    by_line: dict[tuple[int, int, int], list[Piece]] = {}
    for piece in pieces:
        fits = len(piece.cells) > 1 and _size(spec, piece.cells) <= MOST_CODES
        line = _line_of(spec, piece) if fits else None
        if line is None:
            left.append(piece)
        else:
            by_line.setdefault(line, []).append(piece)
    for on_line in by_line.values():
        joints += _segments(spec, on_line)
    for piece in sorted(left, key=lambda piece: -len(piece.cells)):
        home = next((joint for joint in joints if _holds(spec, joint, piece)), None)
        if home is None:
            joints.append(_Joint(piece.cells, [piece]))
        else:
            home.pieces.append(piece)
    return joints


def _holds(spec: GameSpec, joint: _Joint, piece: Piece) -> bool:
    return set(piece.cells) <= set(joint.cells) and _size(spec, joint.cells) <= MOST_CODES


def _line_of(spec: GameSpec, piece: Piece) -> tuple[int, int, int] | None:
    """The line on which all cells of a piece lie, as its direction and one number; None if they do
    not lie on one."""
    places = [divmod(cell, spec.columns) for cell in piece.cells]
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        numbers = {row * across - column * up for row, column in places}
        if len(numbers) == 1:
            return across, up, numbers.pop()
    return None


def _segments(spec: GameSpec, pieces: list[Piece]) -> Iterator[_Joint]:
    """The pieces of one line, in stretches of it that are not too long."""
    cells: set[int] = set()
    inside: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: (piece.cells[0], piece.cells[-1])):
        if cells and _size(spec, tuple(cells.union(piece.cells))) > MOST_CODES:
            yield _Joint(tuple(sorted(cells)), inside)
            cells, inside = set(), []
        cells.update(piece.cells)
        inside.append(piece)
    yield _Joint(tuple(sorted(cells)), inside)


@lru_cache(maxsize=1024)
def _contents(spec: GameSpec, cells: tuple[int, ...]) -> Contents:
    return contents_of(spec, tuple(Cell(*divmod(cell, spec.columns)[::-1]) for cell in cells))


def _size(spec: GameSpec, cells: tuple[int, ...]) -> int:
    """How many codes a joint of these cells has."""
    return _contents(spec, cells).count


def _sums(form: CompiledForm, joint: _Joint) -> NDArray[np.int64]:
    """[side − 1, code]: what all pieces of a joint count together."""
    contents = _contents(form.spec, joint.cells)
    piles = contents.piles
    digits = np.indices(contents.sizes[::-1]).reshape(len(piles), -1)[::-1]
    held = {
        joint.cells[index]: np.array(held_by_pile(len(pile)))[digit, i]
        for pile, digit in zip(piles, digits, strict=True)
        for i, index in enumerate(pile)
    }
    total = np.zeros((2, digits.shape[1]), dtype=np.int64)
    for piece in joint.pieces:
        codes = np.full(digits.shape[1], piece.origin)
        for cell, (first, second) in zip(piece.cells, piece.steps, strict=True):
            codes += np.array([0, first, second])[held[cell]]
        total += form.table[:, codes]
    return total


def _table_as_it_is(form: CompiledForm, joint: _Joint) -> NDArray[np.int64]:
    (piece,) = joint.pieces
    return form.table[:, piece.origin : piece.origin + _codes(piece)]
