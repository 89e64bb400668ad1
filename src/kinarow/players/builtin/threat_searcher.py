"""The player that searches threats."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from kinarow.evaluation import THREATS, AnyEvaluator, as_evaluator
from kinarow.game import GameSpec, Position
from kinarow.players.builtin.searcher import AlphaBetaPlayer, LimitedPlayer, choice_of
from kinarow.players.player import Choice
from kinarow.search import SearchResult
from kinarow.search.threats.options import ThreatOptions, why_no_threats


@dataclass(frozen=True, slots=True)
class ThreatPlayer(LimitedPlayer):
    """Alpha-beta that makes and meets threats, with gravity and without; plain alpha-beta where
    lines or boards are too long for that, and by a user's function."""

    evaluator: AnyEvaluator = field(default=THREATS)
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    options: ThreatOptions = field(default=ThreatOptions())

    def __post_init__(self) -> None:
        object.__setattr__(self, "evaluator", as_evaluator(self.evaluator))
        if self.depth is None and self.nodes is None and self.seconds is None:
            object.__setattr__(self, "depth", 6)
        _ = self.limits  # refuses what makes no sense

    @classmethod
    def told(
        cls,
        evaluator: AnyEvaluator = THREATS,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        **options: Any,
    ) -> ThreatPlayer:
        """By settings of a text."""
        return cls(evaluator, depth, nodes, seconds, ThreatOptions(**options))

    @property
    def name(self) -> str:
        told = [f"eval={self.evaluator.name}", *self.limits_text]
        for option in fields(self.options):
            value = getattr(self.options, option.name)
            if value != option.default:
                text = ("no", "yes")[value] if isinstance(value, bool) else str(value)
                told.append(f"{option.name}={text}")
        return f"threat-search:{','.join(told)}"

    @property
    def _plain(self) -> AlphaBetaPlayer:
        return AlphaBetaPlayer(self.evaluator, self.depth, self.nodes, self.seconds)

    def get_ready(self, spec: GameSpec) -> None:
        if self._searches_plainly(spec):
            self._plain.get_ready(spec)
        elif spec.gravity:
            from kinarow.search.threats.drop.deepening import prepare_threats_with_gravity

            prepare_threats_with_gravity(self.evaluator, spec)
        else:
            from kinarow.search.threats.grid.deepening import prepare_threats

            prepare_threats(self.evaluator, spec)

    def choices(self, position: Position, stop: threading.Event | None) -> Iterator[Choice]:
        if self._searches_plainly(position.spec):
            yield from self._plain.choices(position, stop)
            return
        for found in self._deepening(position, stop):
            yield choice_of(found, self.evaluator, position)

    def _searches_plainly(self, spec: GameSpec) -> bool:
        if not spec.gravity:
            return bool(why_no_threats(spec))
        from kinarow.search.threats.drop.deepening import why_no_threats_with_gravity

        return bool(why_no_threats_with_gravity(self.evaluator, spec))

    def _deepening(
        self, position: Position, stop: threading.Event | None
    ) -> Iterator[SearchResult]:
        if position.spec.gravity:
            from kinarow.search.threats.drop.deepening import search_threats_with_gravity

            search = search_threats_with_gravity
        else:
            from kinarow.search.threats.grid.deepening import search_threats_deepening

            search = search_threats_deepening
        return search(position, self.evaluator, self.limits, self.options, stop=stop)
