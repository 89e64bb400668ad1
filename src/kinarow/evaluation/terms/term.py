"""What a term is: the one place where all that kinarow says of a kind of term comes from.

A term of a new kind is one class in one file: a frozen dataclass that is a `Term`, says what its
`kind` is called, lays rules on cells (`features`), writes its `mathematics`, gives an `example` of
itself, and is `registered`. Scores, the compiled form, symmetries, explanations, JSON, Python,
weights to tune, the exported Kaggle agent and the sliders of the page follow from that. What
follows in a way that does not suit it, it overrides: all that it can say is listed here.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from kinarow.errors import EvaluatorError, KinarowError, unknown
from kinarow.evaluation.decimals import checked_points
from kinarow.evaluation.explanation.breakdown import Arranged
from kinarow.evaluation.explanation.breakdown import counted as counted_in
from kinarow.evaluation.features.features import Feature
from kinarow.evaluation.written.fields import Fields, plain_value
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.score import Score

if TYPE_CHECKING:
    from typing import Self

    from kinarow.evaluation.features.lowering import Part
    from kinarow.evaluation.written.formula import Equation, Writer

STAGES: Final = 6
"""Three phases, and either side to move: weights may differ in each."""


class Term(ABC):
    """One summand of an evaluation function; it works on every board."""

    __slots__ = ()

    kind: ClassVar[str]
    """What it is called in explanations and in files."""
    short_name: ClassVar[str] = ""
    """What it is called in formulas, if not by its kind."""
    weights: ClassVar[tuple[str, ...]] = ("own", "opponent")
    """Its fields that hold weights: numbers, or points by the number of stones."""

    # ── what it means ────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def features(self, spec: GameSpec) -> Iterator[Feature]:
        """The rules that it lays on the cells of a board."""

    @property
    def trap_points(self) -> Score:
        """What a trap counts: traps depend on where stones can land, so no feature counts them."""
        return 0

    @property
    def traps_anywhere(self) -> bool:
        """Whether it looks for traps in all empty cells, not only where a stone can land."""
        return False

    @property
    def stage_weights(self) -> tuple[Score, ...]:
        """By stage: for each phase, with the first side to move and with the second."""
        return (1,) * STAGES

    @property
    def plain(self) -> Term:
        """The term itself, without its weights by phase."""
        return self

    @property
    def is_phased(self) -> bool:
        return self.plain is not self

    @property
    def is_for_stages(self) -> bool:
        """Whether it counts in some stages only, or not the same in all."""
        return len(set(self.stage_weights)) > 1

    # ── what it is in words ──────────────────────────────────────────────────────────────────

    @property
    def label(self) -> str:
        """What explanations and lists of weights call it."""
        return self.kind

    def heading(self, spec: GameSpec) -> str:
        """What is counted, where an explanation needs but one step for it."""
        del spec
        return self.label

    def arranged(self, part: Part, position: Position, side: Side) -> list[Arranged]:
        """The steps in which it is explained."""
        found = [(f.cells, points) for f, points in counted_in(part, position, side)]
        return [Arranged(self.heading(position.spec), found)]

    def legend(self) -> str:
        """What the signs in its formula stand for, in a report."""
        return ""

    def counted(self, spec: GameSpec) -> str:
        """How many things it could count on a board, where people ask for that number."""
        del spec
        return ""

    def squares(self, spec: GameSpec) -> Mapping[Cell, Score]:
        """What it says of single squares, where that is worth a picture."""
        del spec
        return {}

    # ── as mathematics ───────────────────────────────────────────────────────────────────────

    def symbol(self, number: str) -> str:
        """The index of its S in a formula; the number tells several of one kind apart."""
        return f"{self.short_name or self.kind}{number}"

    @abstractmethod
    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        """The right side of its equation, and the equations that this needs besides."""

    # ── as JSON and as Python ────────────────────────────────────────────────────────────────

    def to_json(self) -> dict[str, Any]:
        fields = dataclasses.fields(self)  # type: ignore[arg-type]  # all terms are dataclasses
        return {"type": self.kind} | {f.name: plain_value(getattr(self, f.name)) for f in fields}

    @classmethod
    def from_json(cls, data: object, path: str) -> Self:
        return cls(**cls.fields(data, path).all("type"))

    @classmethod
    def fields(cls, data: object, path: str) -> Fields:
        """What a file says of it; a field without a default must be there."""
        known = dataclasses.fields(cls)  # type: ignore[arg-type]
        required = {field.name for field in known if field.default is dataclasses.MISSING}
        return Fields(data, path, {"type", *required}, {field.name for field in known})

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """What its constructor is given, by place and by name, to make an equal one."""
        fields = dataclasses.fields(self)  # type: ignore[arg-type]
        return (), {field.name: getattr(self, field.name) for field in fields}

    @classmethod
    @abstractmethod
    def example(cls) -> Self:
        """One to begin with: the page offers it."""

    # ── its weights ──────────────────────────────────────────────────────────────────────────

    def written_out(self, target: int) -> Term:
        """With a weight of its own for each number of stones, for one target."""
        del target
        return self

    def table_sizes(self) -> list[int]:
        """How many numbers its tables have, if it has tables: those are learned, not tuned."""
        return []


Kind = TypeVar("Kind", bound=type[Term])

TERMS: Final[dict[str, type[Term]]] = {}
"""All kinds of terms, by what they are called in files."""


def registered(kind: Kind) -> Kind:
    """Make a class of terms known to all that walk over them; the same one again, as when a user's
    file is loaded anew, takes the place of the old."""
    known = TERMS.get(kind.kind, kind)
    if (known.__module__, known.__qualname__) != (kind.__module__, kind.__qualname__):
        raise EvaluatorError(f"there are terms called {kind.kind} already: choose another name")
    TERMS[kind.kind] = kind
    return kind


def read_term(data: object, path: str) -> Term:
    """The term that plain values describe."""
    if not isinstance(data, Mapping) or not isinstance(data.get("type"), str):
        raise EvaluatorError(f'{path}: an object with a "type" is expected here')
    kind = data["type"]
    if kind not in TERMS:
        raise EvaluatorError(f"{path}.type: {unknown('term', kind, TERMS)}")
    try:
        return TERMS[kind].from_json(data, path)
    except KinarowError as error:
        text = str(error)
        raise EvaluatorError(text if text.startswith(path) else f"{path}: {text}") from None


def check_fields(term: Term, *fields: str) -> None:
    """Check the points of a term, and keep them as plain numbers."""
    for field in fields:
        object.__setattr__(term, field, checked_points(getattr(term, field), field))
