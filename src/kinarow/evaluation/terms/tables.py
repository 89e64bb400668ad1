"""Shapes of cells with a number for everything that they can hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final

from kinarow.errors import EvaluatorError
from kinarow.evaluation.decimals import checked_points
from kinarow.evaluation.explanation.breakdown import (
    LINE_NAMES,
    Arranged,
    by_group,
    counted,
    line_names,
)
from kinarow.evaluation.features.codes import contents_of
from kinarow.evaluation.features.features import Feature, TableRule, feature
from kinarow.evaluation.terms.term import STAGES, Term, registered
from kinarow.evaluation.written.fields import Fields
from kinarow.game import VARIANTS, Cell, Direction, GameSpec, Position, Side, symmetries
from kinarow.game.geometry import geometry
from kinarow.game.movetext import cell_named
from kinarow.game.symmetry import move_cell
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer

POINTS_A_UNIT: Final = 100
"""Of tables that were learned: a hundredth of a logarithm of odds is a point."""
MOST_NUMBERS: Final = 3**10
"""How long a table may be: ten cells without gravity, where stones fall 4×3, 5×2 or 2×6."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Some cells of a board and what they are worth by exactly what they hold."""

    cells: tuple[Cell, ...]
    points: tuple[Score, ...]
    """For the first side, one for each number of what the cells can hold (`contents`)."""

    def __post_init__(self) -> None:
        if not self.cells or len(set(self.cells)) < len(self.cells):
            raise EvaluatorError(f"a shape has one or more different cells, not {self.names!r}")
        where = f"the points of the shape {self.names}"
        checked = tuple(checked_points(p, where) for p in self.points)
        object.__setattr__(self, "points", checked)

    @property
    def names(self) -> str:
        return " ".join(cell.name for cell in self.cells)


@registered
@dataclass(frozen=True, slots=True)
class Tables(Term):
    """Shapes with a table each, on one game's board, counted when one side is to move.

    Each shape stands for its images under the symmetries of the game, too. What the first side
    gains the second one loses.
    """

    kind: ClassVar[str] = "tables"
    weights: ClassVar[tuple[str, ...]] = ()

    game: GameSpec
    to_move: Side
    shapes: tuple[Shape, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.game, GameSpec) or not isinstance(self.to_move, Side):
            raise EvaluatorError("tables: they are for a game and for a side to move")
        for shape in self.shapes:
            outside = [c.name for c in shape.cells if not geometry(self.game).contains(c)]
            if outside:
                raise EvaluatorError(f"tables: {outside[0]} is not on the board of {self.game}")
            count = contents_of(self.game, shape.cells).count
            if count > MOST_NUMBERS:
                raise EvaluatorError(
                    f"the shape {shape.names} can hold too much: {count} contents, and a table has "
                    f"at most {MOST_NUMBERS} numbers"
                )
            if len(shape.points) != count:
                raise EvaluatorError(
                    f"the shape {shape.names} has {count} numbers, not {len(shape.points)}"
                )

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        if spec != self.game:
            raise EvaluatorError(f"tables: they were made for {self.game}, not for {spec}")
        for shape in self.shapes:
            rule = TableRule(shape.points, contents_of(spec, shape.cells))
            for cells in images(spec, shape.cells):
                yield feature(spec, cells, rule, _group(cells))

    @property
    def stage_weights(self) -> tuple[Score, ...]:
        return tuple(int(side is self.to_move) for side in Side) * (STAGES // 2)

    def table_sizes(self) -> list[int]:
        return [len(shape.points) for shape in self.shapes]

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        groups = dict.fromkeys((*line_names(position.spec), *(f.group for f in part.features)))
        steps = by_group({g: g for g in groups}, counted(part, position, side))
        return [step for step in steps if step.counted]

    def legend(self) -> str:
        return "A shape s is a group of cells; its table has a number for everything it can hold."

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        n = writer.notation
        table = n.subscript(writer.function("T", self), "s")
        entry = f"{table}({writer.call('holds', 's')})"
        mover = "the first side" if self.to_move is Side.FIRST else "the second side"
        total = n.sum(n.element("s", n.words("shapes")), "", entry)
        cases = [(total, n.words(f"if {mover} is to move")), ("0", n.words("otherwise"))]
        return n.cases(cases), [(entry, n.words("table entry, negative for the second side"))]

    def to_json(self) -> dict[str, Any]:
        shapes = [
            {"cells": [cell.name for cell in shape.cells], "points": list(shape.points)}
            for shape in self.shapes
        ]
        game, to_move = str(self.game), int(self.to_move)
        return {"type": self.kind, "game": game, "to_move": to_move, "shapes": shapes}

    @classmethod
    def from_json(cls, data: object, path: str) -> Tables:
        fields = cls.fields(data, path)
        if fields["to_move"] not in (1, 2) or not isinstance(fields["shapes"], list):
            raise EvaluatorError(f"{path}: to_move is 1 or 2, and shapes are a list")
        game = GameSpec.parse(fields.text("game"))
        shapes = [
            _read_shape(s, game, f"{path}.shapes[{i}]") for i, s in enumerate(fields["shapes"])
        ]
        return cls(game, Side(fields["to_move"]), tuple(shapes))

    @classmethod
    def example(cls) -> Tables:
        corner = Shape((Cell(0, 0), Cell(1, 0)), (0, 2, -2, 1, 4, 0, -1, 0, -4))
        return cls(VARIANTS["connect4"].spec, Side.FIRST, (corner,))


def images(spec: GameSpec, cells: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
    """What the symmetries of a game make of some cells, each set of cells once."""
    seen = set()
    for symmetry in symmetries(spec):
        image = tuple(move_cell(spec, symmetry, cell) for cell in cells)
        if frozenset(image) not in seen:
            seen.add(frozenset(image))
            yield image


def _read_shape(data: object, game: GameSpec, path: str) -> Shape:
    fields = Fields(data, path, {"cells", "points"})
    cells, points = fields["cells"], fields["points"]
    if not isinstance(cells, list) or not all(isinstance(cell, str) for cell in cells):
        raise EvaluatorError(f"{path}.cells: a list of cells such as a1 is expected here")
    if not isinstance(points, list):
        raise EvaluatorError(f"{path}.points: a list of numbers is expected here")
    named = tuple(map(cell_named, cells))
    if game.gravity and len(points) == 3 ** len(named):
        points = _of_falling_stones(points, game, named)
    return Shape(named, tuple(points))


def _of_falling_stones(points: list[Score], game: GameSpec, cells: tuple[Cell, ...]) -> list[Score]:
    """A table by numbers in base 3, as files had them before, without what stones that fall can
    not make."""
    numbers = (
        sum(stone * 3**index for index, stone in enumerate(held))
        for held in contents_of(game, cells).held()
    )
    return [points[number] for number in numbers]


def _group(cells: tuple[Cell, ...]) -> str:
    """The heading of a shape: its direction, if it is straight."""
    steps = {(b.column - a.column, b.row - a.row) for a, b in pairwise(sorted(cells))}
    for direction in Direction:
        across, up = direction.value
        if steps in ({(across, up)}, {(-across, -up)}):
            return LINE_NAMES[direction]
    return "shapes"
