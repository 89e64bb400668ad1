"""A score as the sum of what a function's helpers returned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError
from kinarow.evaluation.decimals import as_score, exact
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.explanation.explain import Contribution, Explanation, Step
from kinarow.evaluation.explanation.remarks import in_band
from kinarow.evaluation.understood.boards import AskedBoard, Boards
from kinarow.evaluation.understood.groups import CountGroup, Counts, groups
from kinarow.evaluation.understood.recording import Call, record
from kinarow.evaluation.understood.solving import GroupCounts, Numbers, solve
from kinarow.evaluation.understood.window_terms import joined
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.evaluation.written.json_files import from_json, to_json
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.grid import grid_of
from kinarow.score import Score

_BOARDS: Final = 400
_TO_FIND: Final = 280
_MOST_VALUES: Final = 12
"""Of a helper that returns more numbers than this, points for each would explain nothing."""
_BESIDE: Final = (
    "the same for every board",
    "the centre column",
    "stones by column",
    "whose move it is",
)
"""What may be added to the calls."""

Key = tuple[str, int, str]
"""A helper, the line that calls it, and for whom it is asked."""


@dataclass(frozen=True, slots=True)
class CallPoints:
    """What calls of a helper from one line count: a factor, or points for one number returned."""

    function: str
    line: int
    whom: str
    """`mine` or `theirs` by the arguments that name a side; empty where none does."""
    returned: Score | None
    """The number that these points are for; None where the number itself is multiplied."""
    points: Score

    def worth(self, call: Call) -> Fraction:
        """What a call counts by this."""
        if self.returned is None:
            return exact(self.points) * exact(call.returned)
        return exact(self.points) if call.returned == self.returned else Fraction(0)


@dataclass(frozen=True, slots=True)
class CallSum:
    """Calls that add up to the score, with what is added besides."""

    points: tuple[CallPoints, ...]
    sides: tuple[tuple[str, str], ...]
    """The parameters that name a side: helper and parameter."""
    beside: Evaluator | None
    tried: int

    def total(self, calls: Sequence[Call], position: Position, side: Side) -> Fraction:
        """The sum for a board."""
        total = sum((self._worth(call, side) for call in calls), Fraction(0))
        return total + (exact(self.beside.evaluate(position, side)) if self.beside else 0)

    def _worth(self, call: Call, side: Side) -> Fraction:
        key = _key(call, side, self.sides)
        return sum(
            (p.worth(call) for p in self.points if (p.function, p.line, p.whom) == key), Fraction(0)
        )

    def explain(
        self, evaluator: UserEvaluator, position: Position, side: Side
    ) -> Explanation | None:
        """The calls on a board that count, each with its cells; None where they do not add up
        there."""
        board, spec = grid_of(position), position.spec
        score, calls = record(evaluator, board, spec, side)
        if in_band(score) != as_score(self.total(calls, position, side)):
            return None
        cells = _cells_of(evaluator, board, spec, side, calls)
        total, steps = Fraction(0), []
        for key in dict.fromkeys(_key(call, side, self.sides) for call in calls):
            found, before = [], total
            for call, its_cells in zip(calls, cells, strict=True):
                if _key(call, side, self.sides) != key or not (worth := self._worth(call, side)):
                    continue
                total += worth
                words, holds = f"{call.words} = {call.returned:g}", position.holds(its_cells)
                found.append(
                    Contribution(
                        words,
                        its_cells,
                        holds,
                        as_score(worth),
                        as_score(total),
                    )
                )
            if any((p.function, p.line, p.whom) == key for p in self.points):
                title = f"{key[0]}, called in line {key[1]}" + (f", {key[2]}" if key[2] else "")
                note = self._note(key)
                steps.append(Step(title, tuple(found), as_score(total - before), note))
        if self.beside:
            for step in self.beside.explain(position, side).steps:
                moved = []
                for c in step.contributions:
                    total += exact(c.points)
                    moved.append(Contribution(c.term, c.cells, c.holds, c.points, as_score(total)))
                steps.append(Step(step.title, tuple(moved), step.points, step.note))
        claim = (
            f"the calls of its own functions add up to its score on all {self.tried} boards on "
            "which they were recorded"
        )
        return Explanation(
            evaluator.name, position, side, in_band(score), tuple(steps), claim=claim, by_calls=True
        )

    def _note(self, key: Key) -> str:
        given = [p for p in self.points if (p.function, p.line, p.whom) == key]
        if given[0].returned is None:
            return "" if given[0].points == 1 else f"each × {given[0].points:g}"
        return ", ".join(f"{p.returned:g} counts {p.points:+g}" for p in given)

    def to_json(self) -> dict[str, Any]:
        return {
            "points": [[p.function, p.line, p.whom, p.returned, p.points] for p in self.points],
            "sides": [list(pair) for pair in self.sides],
            "beside": to_json(self.beside) if self.beside else None,
            "tried": self.tried,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CallSum:
        return cls(
            tuple(CallPoints(*p) for p in data["points"]),
            tuple((a, b) for a, b in data["sides"]),
            from_json(data["beside"]) if data["beside"] else None,
            data["tried"],
        )


def sum_of_calls(
    evaluator: UserEvaluator, spec: GameSpec, asked: Sequence[AskedBoard]
) -> CallSum | None:
    """The sum of calls that equals the score on some hundred boards; None if there is none, or if
    the function does something else while it is recorded."""
    some, recorded = asked[:_BOARDS], []
    for a in some:
        try:
            score, calls = record(evaluator, grid_of(a.position), spec, a.side)
        except Exception:
            return None
        if in_band(score) != a.score:
            return None
        recorded.append(calls)
    if not any(recorded):
        return None
    sides = _sides(recorded)
    known = Boards(spec, list(some[:_TO_FIND]))
    counted = [
        GroupCounts(group, counts[:_TO_FIND])
        for group, counts in _call_groups(recorded, [a.side for a in some], sides)
    ]
    counted += [GroupCounts(g, g.count(known)) for g in groups(spec) if g.name in _BESIDE]
    found = solve(counted, known.scores)
    if found is None:
        return None
    of_calls = [(g, w) for g, w in found.weights if g.terms is None]
    terms = joined([(g, w) for g, w in found.weights if g.terms is not None], spec)
    if not of_calls or terms is None:
        return None
    try:
        beside = Evaluator("beside", *terms) if terms else None
    except KinarowError:
        return None
    points = tuple(_points(name, weight) for _, w in of_calls for name, weight in w.items())
    result = CallSum(points, sides, beside, len(some))
    for a, calls in zip(some, recorded, strict=True):
        total = float(result.total(calls, a.position, a.side))
        if abs(total - float(a.score)) > 1e-9 * max(1.0, abs(total)):
            return None
    return result


def _points(name: str, weight: Fraction) -> CallPoints:
    function, line, whom, returned = name.split("\t")
    value = None if not returned else as_score(Fraction(returned))
    return CallPoints(function, int(line), whom, value, as_score(weight))


def _sides(recorded: Sequence[Sequence[Call]]) -> tuple[tuple[str, str], ...]:
    """Parameters of helpers that are never anything but 1 or 2, and each at some time."""
    seen: dict[tuple[str, str], set[object]] = {}
    for calls in recorded:
        for call in calls:
            for name, argument in zip(call.names, call.arguments, strict=True):
                seen.setdefault((call.function, name), set()).add(argument)
    return tuple(key for key, values in seen.items() if values == {1, 2})


def _key(call: Call, side: Side, sides: tuple[tuple[str, str], ...]) -> Key:
    for name, argument in zip(call.names, call.arguments, strict=True):
        if (call.function, name) in sides:
            return call.function, call.line, "mine" if argument == side else "theirs"
    return call.function, call.line, ""


def _call_groups(
    recorded: Sequence[Sequence[Call]],
    asking: Sequence[Side],
    sides: tuple[tuple[str, str], ...],
) -> list[tuple[CountGroup, Counts]]:
    """For each helper the sums of what it returned, by place and side; and how often it returned
    which number."""
    sums: dict[str, dict[str, Numbers]] = {}
    values: dict[str, dict[str, Numbers]] = {}
    returned: dict[str, set[Score]] = {}
    size = len(recorded)
    for number, (calls, side) in enumerate(zip(recorded, asking, strict=True)):
        for call in calls:
            function, line, whom = _key(call, side, sides)
            place = f"{function}\t{line}\t{whom}\t"
            of_sum = sums.setdefault(function, {})
            of_sum.setdefault(place, np.zeros(size))[number] += call.returned
            returned.setdefault(function, set()).add(call.returned)
            if call.returned and len(returned[function]) <= _MOST_VALUES + 1:
                of_value = values.setdefault(function, {})
                name = f"{place}{exact(call.returned)}"
                of_value.setdefault(name, np.zeros(size))[number] += 1
    found = []
    for function, held in sums.items():
        found.append(_group(f"what {function} returned", held, 0.4))
    for function, held in values.items():
        if len(returned[function]) <= _MOST_VALUES:
            found.append(_group(f"how often {function} returned what", held, 0.9))
    return found


def _group(name: str, held: Mapping[str, Numbers], cost: float) -> tuple[CountGroup, Counts]:
    counts = np.stack(list(held.values()), axis=1)
    return CountGroup(name, tuple(held), lambda boards: counts[: len(boards)], None, cost), counts


def _cells_of(
    evaluator: UserEvaluator,
    board: NDArray[Any],
    spec: GameSpec,
    side: Side,
    calls: Sequence[Call],
) -> list[tuple[Cell, ...]]:
    """For each call the cells that it depends on: with them changes what it was given, or the
    number that it returned."""
    found: list[dict[Cell, None]] = [{} for _ in calls]
    for row in range(spec.rows):
        for column in range(spec.columns):
            for content in {0, 1, 2} - {int(board[row, column])}:
                changed = board.copy()
                changed[row, column] = content
                try:
                    _, then = record(evaluator, changed, spec, side)
                except Exception:  # it need not know such boards
                    continue
                if len(then) != len(calls):
                    continue
                for cells, before, after in zip(found, calls, then, strict=True):
                    if before.same_place(after) and (
                        before.arguments != after.arguments or before.returned != after.returned
                    ):
                        cells[Cell(column, spec.rows - 1 - row)] = None
    return [tuple(cells) for cells in found]
