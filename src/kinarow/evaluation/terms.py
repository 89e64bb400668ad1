"""The vocabulary of evaluation functions: terms that read like the formula they stand for.

Each term has one meaning, the features it lowers to on a board (`Traps` counts cells instead).
How an explanation arranges them is in `wording`, the mathematical form in `formula`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from kinarow.errors import EvaluatorError
from kinarow.evaluation.counts import Points, PointsLike, StoneCount, as_points
from kinarow.evaluation.features import (
    AnchoredRule,
    Feature,
    LineRule,
    PatternRule,
    TableRule,
    feature,
)
from kinarow.evaluation.numbers import as_score, checked_name, checked_points, exact
from kinarow.game import Cell, Direction, GameSpec, Side, symmetries
from kinarow.game.geometry import geometry
from kinarow.game.spec import MAX_SIDE
from kinarow.game.symmetry import move_cell
from kinarow.score import Score

LINE_NAMES = {
    Direction.ROW: "rows",
    Direction.COLUMN: "columns",
    Direction.FALLING: "falling diagonals",
    Direction.RISING: "rising diagonals",
}


@dataclass(frozen=True, slots=True)
class Column:
    """Each stone in one column counts.

    >>> from kinarow import Column, Evaluator, Position, Side
    >>> mine = Evaluator("mine", Column("center", own=6, opponent=-2))
    >>> mine.evaluate(Position.from_moves("445"), Side.FIRST)
    4
    """

    column: int | Literal["center"] = "center"
    """Counted from 0; the centre is ⌊columns / 2⌋."""
    own: Score = 0
    opponent: Score = 0

    def __post_init__(self) -> None:
        if self.column != "center" and (type(self.column) is not int or self.column < 0):
            raise EvaluatorError(f'column must be "center" or 0, 1, …, not {self.column!r}')
        if self.column != "center" and self.column >= MAX_SIDE:
            raise EvaluatorError(f"no board has a column {self.column}")
        _check_fields(self, "own", "opponent")

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        column = spec.columns // 2 if self.column == "center" else self.column
        rule = LineRule((0, self.own), (0, self.opponent))
        for row in range(spec.rows - 1, -1, -1):
            if column < spec.columns:
                yield feature(spec, (Cell(column, row),), rule, "column")


@dataclass(frozen=True, slots=True, init=False)
class Windows:
    """Every window that only one colour holds counts by its number of stones.

    >>> from kinarow import Evaluator, Position, Side, Windows, k
    >>> mine = Evaluator("mine", Windows(own={k - 1: 15, k - 2: 6}, opponent={k - 1: -18}))
    >>> mine.evaluate(Position.from_moves("1122"), Side.FIRST)
    6
    """

    own: Points
    opponent: Points
    tally: tuple[str, str] | None
    """Names for the numbers of windows that the first and the second side hold. With them an
    explanation goes by the number of stones, Cₙ·(Rₙ − Yₙ); without, by direction."""

    def __init__(
        self,
        *,
        own: PointsLike,
        opponent: PointsLike,
        tally: tuple[str, str] | None = None,
    ) -> None:
        object.__setattr__(self, "own", as_points(own, "own"))
        object.__setattr__(self, "opponent", as_points(opponent, "opponent"))
        names = tally and (checked_name(tally[0], "tally"), checked_name(tally[1], "tally"))
        object.__setattr__(self, "tally", names)

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        rule = LineRule(self.own.table(spec.target), self.opponent.table(spec.target))
        for window in geometry(spec).windows:
            yield feature(spec, window.cells, rule, LINE_NAMES[window.direction])


@dataclass(frozen=True, slots=True, init=False)
class Pattern:
    """Every straight run of cells that reads exactly like a pattern, from either end, counts.

    A pattern is written in parts: `.` an empty cell, `X` an own stone, `O` an opposing one, and a
    number of stones such as `k - 1` for that many X.

    >>> from kinarow import Evaluator, Pattern, Position, Side, k
    >>> mine = Evaluator("mine", Pattern(".", k - 1, ".", own=25))
    >>> mine.evaluate(Position.from_moves("334455"), Side.FIRST)
    25
    """

    parts: tuple[str | StoneCount, ...]
    own: Score
    opponent: Score

    def __init__(self, *parts: str | StoneCount, own: Score = 0, opponent: Score = 0) -> None:
        for part in parts:
            is_marks = isinstance(part, str) and part and not set(part) - set(".XO")
            if not isinstance(part, StoneCount) and not is_marks:
                raise EvaluatorError(f"pattern: {part!r} is not made of '.', 'X' and 'O'")
        if not any(isinstance(part, StoneCount) or set(part) & set("XO") for part in parts):
            raise EvaluatorError("pattern: there is no stone in it")
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "own", checked_points(own, "own"))
        object.__setattr__(self, "opponent", checked_points(opponent, "opponent"))

    def text(self, target: int) -> str | None:
        """The pattern for a target; None where a number of stones would be less than one."""
        text = ""
        for part in self.parts:
            stones = target - part.missing if isinstance(part, StoneCount) else 1
            if stones < 1:
                return None
            text += "X" * stones if isinstance(part, StoneCount) else part
        return text

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        text = self.text(spec.target)
        if text is None:
            return
        readings = dict.fromkeys((text, text[::-1]))
        for direction in Direction:
            for cells in runs(spec, len(text), direction):
                for reading in readings:
                    rule = PatternRule(reading, self.own, self.opponent)
                    yield feature(spec, cells, rule, LINE_NAMES[direction])


@dataclass(frozen=True, slots=True, init=False)
class AnchoredRuns:
    """From each stone, the k cells that begin with it to the right, up, up-right and up-left.

    Off the board or with both colours in it, a run counts nothing; else by its stones.

    >>> from kinarow import AnchoredRuns, Evaluator, Position, Side, k
    >>> mine = Evaluator("mine", AnchoredRuns(own={k - 2: 100}, opponent={k - 2: -100}))
    >>> mine.evaluate(Position.from_moves("112"), Side.FIRST)
    100
    """

    own: Points
    opponent: Points

    def __init__(self, *, own: PointsLike, opponent: PointsLike) -> None:
        object.__setattr__(self, "own", as_points(own, "own"))
        object.__setattr__(self, "opponent", as_points(opponent, "opponent"))

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        rule = AnchoredRule(self.own.table(spec.target), self.opponent.table(spec.target))
        on = geometry(spec)
        for name, (across, up) in ANCHORED_DIRECTIONS.items():
            for start in sorted(on.cells, key=lambda cell: (cell.row, cell.column)):
                run = _run(start, across, up, spec.target)
                if on.contains(run[-1]):
                    yield feature(spec, run, rule, name)


ANCHORED_DIRECTIONS = {"right": (1, 0), "up": (0, 1), "up-right": (1, 1), "up-left": (-1, 1)}


@dataclass(frozen=True, slots=True)
class Squares:
    """Each stone counts by where it lies: a table, or the number of windows through its cell.

    >>> from kinarow import Evaluator, Position, Side, Squares
    >>> mine = Evaluator("mine", Squares())
    >>> mine.evaluate(Position.from_moves("41"), Side.FIRST)
    4
    """

    table: tuple[tuple[Score, ...], ...] | None = None
    """Rows from the top; None is the number of windows, which is defined on every board."""
    own: Score = 1
    opponent: Score = -1

    def __post_init__(self) -> None:
        _check_fields(self, "own", "opponent")
        if self.table is not None:
            object.__setattr__(self, "table", _checked_table(self.table))

    def weight(self, spec: GameSpec, cell: Cell) -> Score:
        if self.table is None:
            return len(geometry(spec).windows_through[cell])
        return self.table[spec.rows - 1 - cell.row][cell.column]

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        if self.table is not None:
            size = (len(self.table[0]), len(self.table))
            if size != (spec.columns, spec.rows):
                raise EvaluatorError(
                    f"squares: the table is for {size[0]}×{size[1]} cells, "
                    f"the board of {spec} has {spec.columns}×{spec.rows}"
                )
        for cell in geometry(spec).cells:
            weight = exact(self.weight(spec, cell))
            own, opponent = exact(self.own) * weight, exact(self.opponent) * weight
            rule = LineRule((0, as_score(own)), (0, as_score(opponent)))
            yield feature(spec, (cell,), rule, "squares")


@dataclass(frozen=True, slots=True)
class Traps:
    """Each of our traps counts: a cell where a stone can land now, completes no line, but leaves
    at least two windows through it that lack just one stone.

    >>> from kinarow import Evaluator, Position, Side, Traps
    >>> mine = Evaluator("mine", Traps(own=15))
    >>> mine.evaluate(Position.from_moves("a1 b2 c3", "tictactoe"), Side.FIRST)
    30
    """

    own: Score = 1

    def __post_init__(self) -> None:
        _check_fields(self, "own")

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        """None: traps are counted by `traps.find_traps`, they depend on where stones can land."""
        return iter(())


MOST_CELLS: Final = 10
"""A shape of so many cells has 3¹⁰ numbers."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Some cells of a board and what they are worth by exactly what they hold."""

    cells: tuple[Cell, ...]
    points: tuple[Score, ...]
    """For the first side: see `TableRule`."""

    def __post_init__(self) -> None:
        names = " ".join(cell.name for cell in self.cells)
        if not 1 <= len(self.cells) <= MOST_CELLS or len(set(self.cells)) < len(self.cells):
            raise EvaluatorError(f"a shape has 1 to {MOST_CELLS} different cells, not {names!r}")
        if len(self.points) != 3 ** len(self.cells):
            raise EvaluatorError(
                f"the shape {names} has {3 ** len(self.cells)} numbers, not {len(self.points)}"
            )
        checked = tuple(checked_points(p, f"the points of the shape {names}") for p in self.points)
        object.__setattr__(self, "points", checked)


@dataclass(frozen=True, slots=True)
class Tables:
    """Shapes with a table each, on one game's board, counted when one side is to move.

    Each shape stands for its images under the symmetries of the game, too. What the first side
    gains the second one loses.
    """

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

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        if spec != self.game:
            raise EvaluatorError(f"tables: they were made for {self.game}, not for {spec}")
        for shape in self.shapes:
            rule = TableRule(shape.points)
            for cells in images(spec, shape.cells):
                yield feature(spec, cells, rule, _group(cells))


def images(spec: GameSpec, cells: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
    """What the symmetries of a game make of some cells, each set of cells once."""
    seen = set()
    for symmetry in symmetries(spec):
        image = tuple(move_cell(spec, symmetry, cell) for cell in cells)
        if frozenset(image) not in seen:
            seen.add(frozenset(image))
            yield image


def _group(cells: tuple[Cell, ...]) -> str:
    """The heading of a shape: its direction, if it is straight."""
    steps = {(b.column - a.column, b.row - a.row) for a, b in pairwise(sorted(cells))}
    for direction in Direction:
        across, up = direction.value
        if steps in ({(across, up)}, {(-across, -up)}):
            return LINE_NAMES[direction]
    return "shapes"


Term = Column | Windows | Pattern | AnchoredRuns | Squares | Traps | Tables

TERM_TYPES: Final[dict[type[Term], str]] = {
    Column: "column",
    Windows: "windows",
    Pattern: "pattern",
    AnchoredRuns: "anchored-runs",
    Squares: "squares",
    Traps: "traps",
    Tables: "tables",
}
"""What terms are called in explanations and in files."""


@dataclass(frozen=True, slots=True)
class Phased:
    """A term whose weight changes with the phase of the game, under a name of its own.

    >>> from kinarow import Evaluator, Phased, Position, Side, Squares
    >>> mine = Evaluator("mine", Phased("places", Squares(), early=3, mid=2, late=1))
    >>> mine.evaluate(Position.from_moves("41"), Side.FIRST)
    12
    """

    name: str
    term: Term
    early: Score
    mid: Score
    late: Score

    def __post_init__(self) -> None:
        if not isinstance(self.term, Term) or isinstance(self.term, Tables):
            raise EvaluatorError(
                f"{self.name}: a phased term is one of the others, not {self.term!r}"
            )
        checked_name(self.name, "name")
        _check_fields(self, "early", "mid", "late")

    @property
    def weights(self) -> tuple[Score, Score, Score]:
        return (self.early, self.mid, self.late)


def runs(spec: GameSpec, length: int, direction: Direction) -> list[tuple[Cell, ...]]:
    """All straight runs of some length, in the order in which windows come."""
    if length == spec.target:
        windows = geometry(spec).windows
        return [window.cells for window in windows if window.direction is direction]
    if length > max(spec.columns, spec.rows):
        return []
    longer = GameSpec(spec.columns, spec.rows, length, gravity=spec.gravity)
    return runs(longer, length, direction)


def _run(start: Cell, across: int, up: int, length: int) -> tuple[Cell, ...]:
    return tuple(Cell(start.column + i * across, start.row + i * up) for i in range(length))


def _checked_table(table: Sequence[Sequence[Score]]) -> tuple[tuple[Score, ...], ...]:
    rows = tuple(map(tuple, table))
    if not rows or not rows[0] or any(len(a) != len(b) for a, b in pairwise(rows)):
        raise EvaluatorError("squares: the rows of the table differ in length, or there are none")
    return tuple(
        tuple(checked_points(weight, f"squares: row {number} of the table") for weight in row)
        for number, row in enumerate(rows, 1)
    )


def _check_fields(term: object, *fields: str) -> None:
    """Check the points of a term, and keep them as plain numbers."""
    for field in fields:
        object.__setattr__(term, field, checked_points(getattr(term, field), field))
