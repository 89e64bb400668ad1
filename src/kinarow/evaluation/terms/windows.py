"""Windows: k cells next to each other on a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from string import ascii_letters
from typing import TYPE_CHECKING, Any, ClassVar

from kinarow.errors import EvaluatorError
from kinarow.evaluation.decimals import checked_name
from kinarow.evaluation.explanation.breakdown import (
    LINE_NAMES,
    Arranged,
    by_group,
    counted,
    line_names,
    lines_in_words,
    number,
    subscript,
)
from kinarow.evaluation.features.features import Feature, LineRule, feature
from kinarow.evaluation.features.points import PointsLike, Powers, k
from kinarow.evaluation.terms.by_stones import ByStones
from kinarow.evaluation.terms.term import registered
from kinarow.evaluation.written.fields import Fields
from kinarow.game import GameSpec, Position, Side
from kinarow.game.geometry import geometry

if TYPE_CHECKING:
    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer

_MOST_EMPTY_STEPS = 10


@registered
@dataclass(frozen=True, slots=True, init=False)
class Windows(ByStones):
    """Every window that only one colour holds counts by its number of stones.

    >>> from kinarow import Evaluator, Position, Side, Windows, k
    >>> mine = Evaluator("mine", Windows(own={k - 1: 15, k - 2: 6}, opponent={k - 1: -18}))
    >>> mine.evaluate(Position.from_moves("1122"), Side.FIRST)
    6
    """

    kind: ClassVar[str] = "windows"

    tally: tuple[str, str] | None = None
    """Names for the numbers of windows that the first and the second side hold. With them an
    explanation goes by the number of stones, Cₙ·(Rₙ − Yₙ); without, by direction."""

    def __init__(
        self,
        *,
        own: PointsLike,
        opponent: PointsLike,
        tally: tuple[str, str] | None = None,
    ) -> None:
        ByStones.__init__(self, own=own, opponent=opponent)
        names = tally and (checked_name(tally[0], "tally"), checked_name(tally[1], "tally"))
        object.__setattr__(self, "tally", names)

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        rule = LineRule(self.own.table(spec.target), self.opponent.table(spec.target))
        for window in geometry(spec).windows:
            yield feature(spec, window.cells, rule, LINE_NAMES[window.direction])

    # ── in words ─────────────────────────────────────────────────────────────────────────────

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        found = counted(part, position, side)
        if self.tally:
            return self._by_stones(self.tally, found, position, side)
        return by_group(line_names(position.spec), found)

    def _by_stones(
        self,
        tally: tuple[str, str],
        found: list[tuple[Feature, Fraction]],
        position: Position,
        side: Side,
    ) -> list[Arranged]:
        """Open lines: Cₙ·(Rₙ − Yₙ)."""
        target = position.spec.target
        occupied = position.first | position.second
        steps = {n: Arranged(f"lines with {n} of {target} stones") for n in range(1, target + 1)}
        ours: Counter[int] = Counter()
        for line, points in found:
            stones = (line.mask & occupied).bit_count()
            steps[stones].counted.append((line.cells, points))
            ours[stones] += bool(line.mask & position.stones(side))
        own, opponent = self.own.table(target), self.opponent.table(target)
        letters = tally if side is Side.FIRST else tally[::-1]
        for stones, step in steps.items():
            if own[stones] == -opponent[stones]:
                mine = ours[stones]
                names = " − ".join(f"{letter}{subscript(stones)}" for letter in letters)
                weight = number(Fraction(own[stones]))
                difference = f"{weight}·({mine} − {len(step.counted) - mine})"
                step.note = f"{weight}·({names}) = {difference} = {number(step.points)}"
        return [s for s in steps.values() if s.counted or target <= _MOST_EMPTY_STEPS]

    def counted(self, spec: GameSpec) -> str:
        return lines_in_words(spec)

    def legend(self) -> str:
        if self._tally_of_powers:
            ours, theirs = self._tally_of_powers
            return (
                f"{ours} and {theirs} with index n count the windows (k cells next to each other "
                "on a line) that hold n stones of the first or the second side and none of the "
                "other."
            )
        return (
            "W is the set of all windows: k cells next to each other on a line. own(w), "
            "opponent(w) and empty(w) count the stones of either side and the empty cells of a "
            "window w."
        )

    # ── as mathematics ───────────────────────────────────────────────────────────────────────

    @property
    def _tally_of_powers(self) -> tuple[str, str] | None:
        """The names of the two sides' counts, where the formula is a sum over their difference."""
        is_sum = isinstance(self.own, Powers) and self.opponent == -self.own
        return self.tally if is_sum else None

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        n = writer.notation
        if self._tally_of_powers and isinstance(self.own, Powers):
            # A letter is a symbol; anything else, which a file may hold, is words.
            names = (x if x in ascii_letters else n.words(x) for x in self._tally_of_powers)
            first, second = (n.subscript(name, "n") for name in names)
            weight = n.power(str(self.own.base), "n")
            return n.sum("n = 1", "k", f"{weight}{n.times}({first} {n.minus} {second})"), []
        value = f"{writer.function('F', self)}(w)"
        by_count = writer.by_count(self.own, self.opponent, "w")
        return n.sum(n.element("w", "W"), "", value), [(value, by_count)]

    # ── in files ─────────────────────────────────────────────────────────────────────────────

    def to_json(self) -> dict[str, Any]:
        written = ByStones.to_json(self)
        return written if self.tally else {key: written[key] for key in written if key != "tally"}

    @classmethod
    def rest(cls, fields: Fields) -> dict[str, Any]:
        tally = fields.get("tally")
        if tally is not None and not (
            isinstance(tally, list) and len(tally) == 2 and all(isinstance(t, str) for t in tally)
        ):
            raise EvaluatorError(f"{fields.path}tally: two names are expected here")
        return {"tally": (tally[0], tally[1]) if tally else None}

    @classmethod
    def example(cls) -> Windows:
        return cls(own={k - 1: 15, k - 2: 5}, opponent={k - 1: -15, k - 2: -5})
