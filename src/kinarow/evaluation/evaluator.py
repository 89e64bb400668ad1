"""An evaluator: a named sum of terms that says what a position is worth for a side."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from kinarow.errors import EvaluatorError
from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.decimals import checked_name, checked_points, checked_text
from kinarow.evaluation.features.lowering import LoweredForm, lower
from kinarow.evaluation.terms import Term
from kinarow.game import Cell, GameSpec, Position, Side, Symmetry
from kinarow.score import Score

if TYPE_CHECKING:
    from kinarow.evaluation.compiled.form import CompiledForm
    from kinarow.evaluation.explanation.changes import MoveChanges
    from kinarow.evaluation.explanation.explain import Explanation

_MOST_FORMS = 8
"""Maximum number of cached lowered forms, one per game."""


class Phase(IntEnum):
    """How far a game has come."""

    EARLY = 0
    MID = 1
    LATE = 2


@dataclass(frozen=True, slots=True)
class Phases:
    """Where phases begin and end, as shares of the board: `early` is fewer than `early_below`
    stones on a board of `of` cells, `late` more than `late_above`.

    >>> from kinarow import Phases
    >>> Phases(early_below=10, late_above=20, of=42).phase(stones=15, cells=42).name
    'MID'
    """

    early_below: int = 10
    late_above: int = 20
    of: int = 42

    def __post_init__(self) -> None:
        for name in ("early_below", "late_above", "of"):
            if type(getattr(self, name)) is not int:
                raise EvaluatorError(f"phases: {name} must be a whole number")
        if not 0 <= self.early_below <= self.late_above <= self.of or self.of < 1:
            raise EvaluatorError("phases: 0 ≤ early_below ≤ late_above ≤ of must hold, of ≥ 1")

    def phase(self, stones: int, cells: int) -> Phase:
        # In whole numbers, so that no size of board falls between two phases by rounding.
        if self.of * stones < self.early_below * cells:
            return Phase.EARLY
        return Phase.LATE if self.of * stones > self.late_above * cells else Phase.MID


@dataclass(frozen=True, slots=True, init=False)
class Evaluator(AnyEvaluator):
    """An evaluation function made of terms; it works on every board.

    >>> from kinarow.evaluation import OPEN_LINES
    >>> OPEN_LINES.evaluate(Position.from_moves("44"), Side.FIRST)
    -30
    """

    name: str
    terms: tuple[Term, ...]
    won: Score | None
    """What a won board is worth instead of the sum, and a lost one its negative; None: the sum."""
    phases: Phases
    source: str
    """Where the idea comes from."""
    motivation: str
    """Why it should work, in its author's words."""
    _forms: dict[GameSpec, LoweredForm] = field(repr=False, compare=False)
    _hash: int = field(repr=False, compare=False)

    def __init__(
        self,
        name: str,
        *terms: Term,
        won: Score | None = None,
        phases: Phases | None = None,
        source: str = "",
        motivation: str = "",
    ) -> None:
        checked_name(name, "name")
        if not terms:
            raise EvaluatorError(f"evaluator {name!r} has no terms")
        for number, term in enumerate(terms, 1):
            if not isinstance(term, Term):
                raise EvaluatorError(f"evaluator {name!r}: term {number} is {term!r}, not a term")
        if won is not None:
            won = checked_points(won, "won")
        if phases is not None and not isinstance(phases, Phases):
            raise EvaluatorError(f"phases must be Phases, not {phases!r}")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "terms", terms)
        object.__setattr__(self, "won", won)
        object.__setattr__(self, "phases", phases or Phases())
        object.__setattr__(self, "source", checked_text(source, "source"))
        object.__setattr__(self, "motivation", checked_text(motivation, "motivation"))
        object.__setattr__(self, "_forms", {})
        # Tables of points may be long, and a search asks for the hash each time.
        object.__setattr__(self, "_hash", hash((name, terms, won, self.phases)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        # Travels without what it has worked out, which is large and soon made again.
        make = partial(
            _remade,
            won=self.won,
            phases=self.phases,
            source=self.source,
            motivation=self.motivation,
        )
        return make, (self.name, *self.terms)

    def evaluate(self, position: Position, side: Side) -> Score:
        """What the position is worth for a side, whoever is to move."""
        side = Side(side)
        value = self.won_value(position, side)
        if value is not None:
            return value
        form = self.lowered(position.spec)
        stage = self.stage(position)
        total = sum(part.weights[stage] * part.sum(position, side) for part in form.parts)
        return form.score(total)

    @property
    def of_terms(self) -> Evaluator:
        return self

    def explain(self, position: Position, side: Side) -> Explanation:
        from kinarow.evaluation.explanation.explain import explain_terms

        return explain_terms(self, position, side)

    def explain_move(self, position: Position, move: Cell, side: Side) -> MoveChanges:
        from kinarow.evaluation.explanation.changes import explain_move

        return explain_move(self, position, move, side)

    def why_not_compiled(self, spec: GameSpec) -> str:
        return ""

    def get_ready(self, spec: GameSpec) -> None:
        self.lowered(spec)

    def tables(self, spec: GameSpec, stage: int) -> CompiledForm:
        from kinarow.evaluation.compiled.form import compiled

        return compiled(self, spec, stage)

    def symmetries(self, spec: GameSpec) -> tuple[Symmetry, ...]:
        return self.lowered(spec).symmetries(spec)

    @property
    def has_tables(self) -> bool:
        """Whether it has tables for shapes: too many numbers to be shown or moved one by one."""
        return any(term.table_sizes() for term in self.terms)

    def lowered(self, spec: GameSpec) -> LoweredForm:
        """What this evaluator means on a game's board; worked out once for the last few boards."""
        form = self._forms.get(spec)
        if form is None:
            form = lower(self.terms, spec)
            while len(self._forms) >= _MOST_FORMS:
                self._forms.pop(next(iter(self._forms)), None)
            self._forms[spec] = form
        return form

    def phase(self, position: Position) -> Phase:
        return self.phases.phase(position.plies, position.spec.cell_count)

    def stage(self, position: Position) -> int:
        """Which of a part's weights hold: they depend on the phase and on the side to move."""
        return self.stage_of(position.plies, position.spec.cell_count)

    def stage_of(self, stones: int, cells: int) -> int:
        return 2 * self.phases.phase(stones, cells) + stones % 2

    def won_value(self, position: Position, side: Side) -> Score | None:
        """The value that replaces the sum on a won or lost board, if there is one."""
        if self.won is None:
            return None
        ending = position.ending()
        if ending is None or ending.winner is None:
            return None
        return self.won if ending.winner is side else -self.won


def written_out(evaluator: Evaluator, target: int) -> Evaluator:
    """The evaluator with a weight of its own for each number of stones, so that each can be moved
    or tuned alone: powers of a base are written out for one target, and mean the same there only.
    """
    return Evaluator(
        evaluator.name,
        *(term.written_out(target) for term in evaluator.terms),
        won=evaluator.won,
        phases=evaluator.phases,
        source=evaluator.source,
        motivation=evaluator.motivation,
    )


# As many as play in a tournament. Weights moved by a slider make a new one with each step: those
# should soon be forgotten, with all that was worked out for them.
@lru_cache(maxsize=16)
def one_of_equals(evaluator: Evaluator) -> Evaluator:
    """The first of all equal evaluators. What is worked out for an evaluator is found again by
    comparing, which takes long for two that are equal and large, and no time for one and itself."""
    return evaluator


def _remade(*arguments: Any, **keywords: Any) -> Evaluator:
    return one_of_equals(Evaluator(*arguments, **keywords))
