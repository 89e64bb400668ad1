"""Features joined into few large ones: whoever puts a stone has fewer of them to look at.

All features that lie on one line of the board, or on the cells of one larger feature, become a
single table over what these cells hold. Connect Four's 69 windows become 25 lines; a stone lies on
four of these and on up to 13 windows. Then those that share half of their cells become one, while
its table is not too large: rectangles side by side become a strip.

A code is the number of what the cells of a joint hold (`contents`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation.compiled.form import CompiledForm
from kinarow.evaluation.features.codes import Contents, contents_of, held_by_pile
from kinarow.game import Cell, GameSpec, Side

_MOST_OF_A_LINE = 3**8
"""A larger table of a line would leave no room in the caches for others."""
MOST_CODES = 7**7
"""How large a table may become for the sake of a lookup less; of a strip two rows high and seven
columns wide. A search meets few of its codes."""


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

    def is_one_piece(self, spec: GameSpec) -> bool:
        """Whether it is a feature with its own table, which may count what the contents of its
        cells do not tell apart and so be small where they are many."""
        return len(self.pieces) == 1 and _size(spec, self.cells) > _MOST_OF_A_LINE

    def code_count(self, spec: GameSpec) -> int:
        alone = self.is_one_piece(spec)
        return _codes(self.pieces[0]) if alone else _size(spec, self.cells)

    def steps(self, spec: GameSpec) -> tuple[tuple[int, int], ...]:
        """For each cell by how much a stone of either side moves the code."""
        alone = self.is_one_piece(spec)
        return self.pieces[0].steps if alone else _contents(spec, self.cells).steps

    @property
    def pattern(self) -> object:
        """The same for joints whose tables are the same, if their steps are."""
        return tuple(
            (p.origin, p.steps, tuple(map(self.cells.index, p.cells))) for p in self.pieces
        )

    def add_points(
        self, spec: GameSpec, table: NDArray[np.int64], points: NDArray[np.int64]
    ) -> None:
        """Add by code what all pieces count together, by the table of the pieces' codes."""
        if self.is_one_piece(spec):
            (piece,) = self.pieces
            points += table[piece.origin : piece.origin + _codes(piece)]
            return
        contents = _contents(spec, self.cells)
        by_pile = points.reshape(contents.sizes[::-1])
        for piece in self.pieces:
            by_pile += table[piece.origin + _codes_by_pile(self.cells, contents, piece)]


class JoinedForm:
    """A `CompiledForm` with other features that come to the same sum; traps are not in it."""

    def __init__(self, form: CompiledForm, most_codes: int) -> None:
        self.form = form
        self.entries: list[list[tuple[int, int, int]]] = [[] for _ in range(form.spec.cell_count)]
        """For each cell the features through it, with the steps of either side's stone."""
        self.size = 1
        """How many codes there are; code 0 is that of no feature and counts nothing."""
        self._tables: list[_Joint] = []
        origins: list[int] = []
        known: dict[object, int] = {}
        for joint in _joints(form, most_codes):
            steps = joint.steps(form.spec)
            at = steps, joint.pattern
            if at not in known:  # alike wherever they lie
                known[at] = self.size
                self._tables.append(joint)
                self.size += joint.code_count(form.spec)
            for cell, own_steps in zip(joint.cells, steps, strict=True):
                self.entries[cell].append((len(origins), *own_steps))
            origins.append(known[at])
        self.origins = np.array(origins, dtype=np.int64)

    def points(self, side: Side) -> NDArray[np.int64]:
        """By code what it counts for a side."""
        spec, table = self.form.spec, self.form.table[side - 1]
        points, begin = np.zeros(self.size, dtype=np.int64), 1
        for joint in self._tables:
            end = begin + joint.code_count(spec)
            joint.add_points(spec, table, points[begin:end])
            begin = end
        return points


@lru_cache(maxsize=64)
def joined(form: CompiledForm, most_codes: int = MOST_CODES) -> JoinedForm:
    """The form with its features joined; made once."""
    return JoinedForm(form, most_codes)


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


def _codes_by_pile(cells: tuple[int, ...], contents: Contents, piece: Piece) -> NDArray[np.int64]:
    """How far a piece's code is from its origin by what each pile of some cells holds: an axis for
    each pile, the last one first, of length 1 where the piece has no cell of it."""
    steps = dict(zip(piece.cells, piece.steps, strict=True))
    shape = [1] * len(contents.piles)
    codes = np.zeros(shape, dtype=np.int64)
    for axis, pile in enumerate(reversed(contents.piles)):
        by_stone = [(0, *steps.get(cells[index], (0, 0))) for index in pile]
        moved = [
            sum(by[stone] for by, stone in zip(by_stone, held, strict=True))
            for held in held_by_pile(len(pile))
        ]
        if any(moved):
            codes = codes + np.reshape(moved, [*shape[:axis], -1, *shape[axis + 1 :]])
    return codes


def _joints(form: CompiledForm, most_codes: int) -> list[_Joint]:
    """Each feature that can count on the cells of one joint."""
    joints = _lines_and_pieces(form.spec, list(_pieces(form)))
    while pair := _with_most_in_common(form.spec, joints, most_codes):
        one, other = pair
        joints = [joint for joint in joints if joint not in pair]
        joints.append(_Joint(_united(form.spec, one, other), one.pieces + other.pieces))
    return joints


def _with_most_in_common(
    spec: GameSpec, joints: list[_Joint], most_codes: int
) -> tuple[_Joint, _Joint] | None:
    """The two joints that share most cells, of those that share half of the smaller one's and may
    become one; None if there are none."""
    masks = [sum(1 << cell for cell in joint.cells) for joint in joints]
    shared = [
        ((masks[i] & masks[j]).bit_count(), i, j)
        for i, j in combinations(range(len(joints)), 2)
        if masks[i] & masks[j]
    ]
    for count, i, j in sorted(shared, key=lambda each: (-each[0], each[1:])):
        one, other = joints[i], joints[j]
        share_half = 2 * count >= min(len(one.cells), len(other.cells))
        if share_half and _size(spec, _united(spec, one, other)) <= most_codes:
            return one, other
    return None


def _united(spec: GameSpec, one: _Joint, other: _Joint) -> tuple[int, ...]:
    """The cells of both, those in the middle columns first, where most is played: so what a search
    looks up lies close together."""

    def place(cell: int) -> tuple[int, int]:
        return abs(2 * (cell % spec.columns) - spec.columns + 1), cell

    return tuple(sorted({*one.cells, *other.cells}, key=place))


def _lines_and_pieces(spec: GameSpec, pieces: list[Piece]) -> list[_Joint]:
    """Each piece on the cells of one joint: of a line, of a larger piece, or on its own."""
    joints: list[_Joint] = []
    left: list[Piece] = []
    by_line: dict[tuple[int, int, int], list[Piece]] = {}
    for piece in pieces:
        fits = len(piece.cells) > 1 and _size(spec, piece.cells) <= _MOST_OF_A_LINE
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
    return set(piece.cells) <= set(joint.cells) and _size(spec, joint.cells) <= _MOST_OF_A_LINE


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
        if cells and _size(spec, tuple(cells.union(piece.cells))) > _MOST_OF_A_LINE:
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
