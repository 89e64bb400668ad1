"""The versions of an evaluator in a user's file: which of them works in which game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator
from kinarow.evaluation.fault import Fault
from kinarow.game import GameSpec

_MOST_BEFORE: Final = 2
"""How many versions that worked are kept besides the newest."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What is wrong with a version, and the line that it is about."""

    text: str
    snippet: str = ""

    def to_json(self) -> dict[str, Any]:
        return {**Fault.of(self.text).to_json(), "snippet": self.snippet}


@dataclass(slots=True)
class Version:
    """What was in a file when it was saved."""

    number: int
    """Counted from the start of the lab."""
    evaluator: AnyEvaluator | None
    """None if it could not be loaded."""
    failure: Failure | None = None
    """Why it could not."""
    tried: dict[GameSpec, Failure | None] = field(default_factory=dict)
    """By the games on whose boards it was tried, what went wrong there."""

    def trouble(self, spec: GameSpec) -> Failure | None:
        """What is known to be wrong with it in a game."""
        return self.failure or self.tried.get(spec)

    @property
    def may_work(self) -> bool:
        """Whether there is a game in which it works, as far as is known."""
        tried = self.tried.values()
        return self.evaluator is not None and (not tried or any(f is None for f in tried))

    def works(self, spec: GameSpec) -> bool:
        """Whether it has scored boards of a game, and failed on none so far."""
        return spec in self.tried and self.trouble(spec) is None


class Versions:
    """Of one file, the newest one and those before it that have worked."""

    def __init__(self, name: str, first: Version) -> None:
        self.name = name
        """What the evaluator in the file is called in the lab."""
        self._all = [first]

    @property
    def newest(self) -> Version:
        return self._all[-1]

    def add(self, version: Version) -> None:
        """Take up what was saved; one that was saved again as it was takes its own place."""
        again = version.number if version.evaluator else None
        before = [v for v in self._all if v.may_work and v.number != again]
        self._all = [*before[-_MOST_BEFORE:], version]

    def working(self, spec: GameSpec) -> Version | None:
        """The newest that has scored boards of a game, and failed on none of them."""
        return next((v for v in reversed(self._all) if v.works(spec)), None)

    def untried(self, spec: GameSpec) -> Version | None:
        """The newest of those that may work in a game, if that is yet to be found out."""
        may_work = (v for v in reversed(self._all) if v.evaluator and not v.trouble(spec))
        found = next(may_work, None)
        return found if found and spec not in found.tried else None

    def evaluator(self, spec: GameSpec) -> AnyEvaluator:
        """The newest that is not known to fail in a game; if all do, what is wrong is raised."""
        for version in reversed(self._all):
            if version.evaluator and not version.trouble(spec):
                return version.evaluator
        failure = self.newest.trouble(spec)
        raise EvaluatorError(failure.text if failure else f"{self.name} does not work")

    def of(self, evaluator: AnyEvaluator) -> Version | None:
        """The version that an evaluator is, if it is one of these."""
        return next((v for v in self._all if v.evaluator is evaluator), None)

    def numbered(self, number: int) -> AnyEvaluator:
        """A version that is still known."""
        for version in self._all:
            if version.number == number and version.evaluator:
                return version.evaluator
        raise EvaluatorError(f"version {number} of {self.name} is not kept")

    def games(self) -> Iterator[GameSpec]:
        """Those in which any version was tried."""
        yield from dict.fromkeys(spec for version in self._all for spec in version.tried)

    def told(self, spec: GameSpec) -> dict[str, Any]:
        """The version that is in use in a game, the one that worked before it, and what is wrong
        with the newest."""
        working = [v.number for v in reversed(self._all) if v.works(spec)]
        failure = self.newest.trouble(spec)
        return {
            "in_use": next(iter(working), None),
            "before": next(iter(working[1:]), None),
            "error": failure.to_json() if failure else None,
        }
