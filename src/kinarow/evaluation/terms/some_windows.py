"""Windows of some directions, or of a part of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kinarow.errors import EvaluatorError
from kinarow.evaluation.explanation.breakdown import LINE_NAMES, Arranged, by_group, counted
from kinarow.evaluation.features.features import Feature, LineRule, feature
from kinarow.evaluation.features.points import PointsLike, as_points, k
from kinarow.evaluation.terms.by_stones import ByStones
from kinarow.evaluation.terms.term import registered
from kinarow.evaluation.written.fields import Fields
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.geometry import Window, column_letters, geometry

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer

_DIRECTIONS = tuple(LINE_NAMES.values())


@registered
@dataclass(frozen=True, slots=True, init=False)
class SomeWindows(ByStones):
    """As `Windows`, but only those of some directions, or that lie in a part of the board.

    Parts are named by columns, rows or cells: `without=("g",)` leaves out the windows that touch
    column g, `within=("1", "2")` takes those that lie in the two lowest rows.

    >>> from kinarow.evaluation import Evaluator, k
    >>> from kinarow.evaluation.terms import SomeWindows
    >>> flat = SomeWindows(own={k - 2: 5}, opponent={}, directions=("rows",), without=("g",))
    >>> Evaluator("mine", flat).evaluate(Position.from_moves("4151"), Side.FIRST)
    10
    """

    kind: ClassVar[str] = "some-windows"
    short_name: ClassVar[str] = "windows"

    directions: tuple[str, ...] = _DIRECTIONS
    without: tuple[str, ...] = ()
    within: tuple[str, ...] = ()

    def __init__(
        self,
        *,
        own: PointsLike,
        opponent: PointsLike,
        directions: Sequence[str] = _DIRECTIONS,
        without: Sequence[str] = (),
        within: Sequence[str] = (),
    ) -> None:
        object.__setattr__(self, "own", as_points(own, "own"))
        object.__setattr__(self, "opponent", as_points(opponent, "opponent"))
        for field, names in (
            ("directions", directions),
            ("without", without),
            ("within", within),
        ):
            if isinstance(names, str) or not all(isinstance(name, str) for name in names):
                raise EvaluatorError(f"some-windows: {field} must be a list of names")
            object.__setattr__(self, field, tuple(names))
        for name in self.directions:
            if name not in _DIRECTIONS:
                known = ", ".join(_DIRECTIONS)
                raise EvaluatorError(f"some-windows: a direction is one of {known}, not {name!r}")

    def holds(self, window: Window) -> bool:
        """Whether it counts a window."""
        return (
            LINE_NAMES[window.direction] in self.directions
            and not any(_names(cell, self.without) for cell in window.cells)
            and (not self.within or all(_names(cell, self.within) for cell in window.cells))
        )

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        rule = LineRule(self.own.table(spec.target), self.opponent.table(spec.target))
        for window in geometry(spec).windows:
            if self.holds(window):
                yield feature(spec, window.cells, rule, LINE_NAMES[window.direction])

    @property
    def label(self) -> str:
        return "windows"

    @property
    def where(self) -> str:
        """Which windows it counts, in words."""
        said = "all directions" if self.directions == _DIRECTIONS else ", ".join(self.directions)
        return f"{said} {self._part}".rstrip()

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        titles = {name: name for name in self.directions}
        steps = by_group(titles, counted(part, position, side))
        if self.within or self.without:
            for step in steps:
                step.title = f"{step.title} {self._part}"
        return steps

    @property
    def _part(self) -> str:
        parts = [f"within {', '.join(self.within)}"] if self.within else []
        parts += [f"without {', '.join(self.without)}"] if self.without else []
        return ", ".join(parts)

    def legend(self) -> str:
        return (
            "A window is k cells next to each other on a line. own(w), opponent(w) and empty(w) "
            "count the stones of either side and the empty cells of a window w."
        )

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        n = writer.notation
        value = f"{writer.function('F', self)}(w)"
        by_count = writer.by_count(self.own, self.opponent, "w")
        return n.sum(n.words(f"windows in {self.where}"), "", value), [(value, by_count)]

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        given: dict[str, object] = {
            "own": self.own,
            "opponent": self.opponent,
            "directions": self.directions,
        }
        parts = {"without": self.without, "within": self.within}
        return (), given | {name: names for name, names in parts.items() if names}

    def written_out(self, target: int) -> SomeWindows:
        return SomeWindows(
            own=self.own.written_out(target),
            opponent=self.opponent.written_out(target),
            directions=self.directions,
            without=self.without,
            within=self.within,
        )

    @classmethod
    def rest(cls, fields: Fields) -> dict[str, Any]:
        found = {}
        for name in ("directions", "without", "within"):
            given = fields.get(name, list(_DIRECTIONS) if name == "directions" else [])
            if not isinstance(given, list):
                raise EvaluatorError(f"{fields.path}{name}: a list of names is expected here")
            found[name] = given
        return found

    def in_whole_numbers(self) -> None:
        """An exported agent is told the features."""

    @classmethod
    def example(cls) -> SomeWindows:
        return cls(
            own={k - 1: 15, k - 2: 6},
            opponent={k - 1: -18},
            directions=("rows", "columns"),
            without=("a",),
        )


def _names(cell: Cell, names: tuple[str, ...]) -> bool:
    return bool({column_letters(cell.column), str(cell.row + 1), cell.name} & set(names))
