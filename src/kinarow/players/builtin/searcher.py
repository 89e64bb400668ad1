"""Players that search ahead and judge what they find by an evaluator."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol

from kinarow.errors import PlayerError
from kinarow.evaluation import OPEN_LINES, AnyEvaluator, as_evaluator
from kinarow.game import GameSpec, Position
from kinarow.game.movetext import write_moves
from kinarow.players.player import Choice, Player, Predictable, written
from kinarow.score import in_words
from kinarow.search import SearchResult, alphabeta, minimax
from kinarow.search.limits import DEEPEST, Limits, check_threads
from kinarow.search.plain.expectimax import expectimax
from kinarow.search.plain.limited import search_plainly


@dataclass(frozen=True, slots=True)
class MinimaxPlayer(Predictable):
    """Minimax to a fixed depth, in readable Python: looks at everything."""

    evaluator: AnyEvaluator = field(default=OPEN_LINES)
    depth: int = 3

    kind: ClassVar[str] = "minimax"

    def __post_init__(self) -> None:
        object.__setattr__(self, "evaluator", as_evaluator(self.evaluator))
        if not 1 <= self.depth <= DEEPEST:
            raise PlayerError(f"{self.kind}: depth must be 1 to {DEEPEST} plies, not {self.depth}")

    @property
    def name(self) -> str:
        return f"{self.kind}:eval={self.evaluator.name},depth={self.depth}"

    def get_ready(self, spec: GameSpec) -> None:
        self.evaluator.get_ready(spec)

    def choose(self, position: Position) -> Choice:
        return choice_of(self.search(position), self.evaluator, position)

    def search(self, position: Position) -> SearchResult:
        return minimax(position, self.evaluator, self.depth)


@dataclass(frozen=True, slots=True)
class PlainAlphaBetaPlayer(MinimaxPlayer):
    """Alpha-beta to a fixed depth, in readable Python: the same moves as minimax, sooner."""

    depth: int = 4

    kind: ClassVar[str] = "alphabeta-plain"

    def search(self, position: Position) -> SearchResult:
        return alphabeta(position, self.evaluator, self.depth)


@dataclass(frozen=True, slots=True)
class ExpectimaxPlayer(MinimaxPlayer):
    """The highest expectation against an opponent who moves at random."""

    kind: ClassVar[str] = "expectimax"

    def search(self, position: Position) -> SearchResult:
        return expectimax(position, self.evaluator, self.depth)


class LimitedPlayer(Player):
    """A player that looks ever deeper, until a limit of depth, nodes or seconds is reached or until
    it is told to stop."""

    __slots__ = ()

    depth: int | None
    nodes: int | None
    seconds: float | None

    @property
    def limits(self) -> Limits:
        return Limits(self.depth, self.nodes, self.seconds)

    def within(self, depth: int | None, nodes: int | None, seconds: float | None) -> LimitedPlayer:
        """The same player with other limits."""
        changed: Any = self  # all of them are dataclasses
        limited: LimitedPlayer = replace(changed, depth=depth, nodes=nodes, seconds=seconds)
        return limited

    @property
    def limits_text(self) -> list[str]:
        """The limits that were given, as the text of a player has them."""
        limits = ("depth", self.depth), ("nodes", self.nodes), ("seconds", self.seconds)
        return [f"{key}={written(value)}" for key, value in limits if value is not None]

    @property
    def deterministic(self) -> bool:
        return self.seconds is None

    def choose(self, position: Position) -> Choice:
        *_, last = self.choices(position, None)
        return last

    def think(self, position: Position, stop: threading.Event) -> Iterator[Choice]:
        """Its choice at each depth that it reaches; `stop`, set by another thread, ends it as its
        limits do."""
        return self.choices(position, stop)

    @abstractmethod
    def choices(self, position: Position, stop: threading.Event | None) -> Iterator[Choice]:
        """Its choices as it goes deeper, at least one."""


@dataclass(frozen=True, slots=True)
class AlphaBetaPlayer(LimitedPlayer):
    """Alpha-beta at native speed, within limits of depth, nodes and seconds."""

    evaluator: AnyEvaluator = field(default=OPEN_LINES)
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "evaluator", as_evaluator(self.evaluator))
        check_threads(self.threads)
        if self.depth is None and self.nodes is None and self.seconds is None:
            object.__setattr__(self, "depth", 6)
        _ = self.limits  # refuses what makes no sense

    @property
    def name(self) -> str:
        threads = [f"threads={self.threads}"] if self.threads > 1 else []
        return f"alphabeta:{','.join((f'eval={self.evaluator.name}', *self.limits_text, *threads))}"

    def get_ready(self, spec: GameSpec) -> None:
        from kinarow.search.deepening import prepare

        if not self.evaluator.why_not_compiled(spec):
            prepare(self.evaluator, spec)

    def choose(self, position: Position) -> Choice:
        *_, last = self._deepening(position, None)
        return self._choice(last, position)  # the others need no words

    def choices(self, position: Position, stop: threading.Event | None) -> Iterator[Choice]:
        for found in self._deepening(position, stop):
            yield self._choice(found, position)

    def _deepening(
        self, position: Position, stop: threading.Event | None
    ) -> Iterator[SearchResult]:
        from kinarow.search.deepening import search_deepening

        if self.evaluator.why_not_compiled(position.spec):
            yield search_plainly(position, self.evaluator, self.limits, stop)
        else:
            yield from search_deepening(
                position, self.evaluator, self.limits, threads=self.threads, stop=stop
            )

    def _choice(self, found: SearchResult, position: Position) -> Choice:
        why_plain = self.evaluator.why_not_compiled(position.spec)
        remark = f"; in plain Python, not compiled: {why_plain}" if why_plain else ""
        return choice_of(found, self.evaluator, position, remark)


class _Named(Protocol):
    @property
    def name(self) -> str: ...


def choice_of(found: SearchResult, judge: _Named, position: Position, remark: str = "") -> Choice:
    """What a search found, as a player says it."""
    line = write_moves(position.spec, found.line)
    nearby = ", trying cells near stones" if found.only_nearby else ""
    reason = f"{in_words(found.score)} by {judge.name} after {line}{nearby}{remark}"
    return Choice(found.move, found.score, reason, found.line, found.depth, found.nodes)
