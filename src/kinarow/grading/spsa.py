"""Tuning weights by games, where no solver can label positions: SPSA.

Simultaneous perturbation (Spall 1992): in each step all weights are moved a little at random, in
both directions; the two evaluators play some pairs of games; and the weights move towards the one
that did better. The state is written after each step, so an interrupted run goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from kinarow.arena.match import play_match
from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluator
from kinarow.evaluation.files import to_json
from kinarow.game import GameSpec
from kinarow.grading.weights import Weight, Weighted
from kinarow.players import AlphaBetaPlayer
from kinarow.score import Score

_GAIN_EXPONENT, _SHIFT_EXPONENT = 0.602, 0.101
"""Spall's recommendation for how the steps and the perturbations shrink."""
_FIRST_SHIFT = 0.15
"""Perturbations begin at this share of a weight."""
_FIRST_STEP = 0.1
"""What a clear win of all games moves a weight by at first, as a share of it."""


@dataclass(frozen=True, slots=True)
class GamesTuner:
    """How an evaluator is tuned by games."""

    spec: GameSpec
    evaluator: Evaluator
    steps: int = 200
    pairs: int = 8
    """Pairs of games in each step."""
    depth: int = 4
    seed: int = 0
    fixed: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()
    free: bool = False

    def tune(
        self,
        name: str,
        executor: Executor,
        journal: Path | None = None,
        progress: Callable[[str, float], None] = lambda words, share: None,
    ) -> Evaluator:
        """The evaluator with the weights that did best, on the whole."""
        form = Weighted(self.evaluator, self.spec, free=self.free)
        weights = form.weights(self.fixed, self.ranges)
        given = [abs(float(w.value)) for w in weights if w.value] or [1.0]
        typical = sorted(given)[len(given) // 2]
        sizes = {w.name: abs(float(w.value)) or typical for w in weights}
        values, done = self._resumed(journal, {w.name: float(w.value) for w in weights})
        for step in range(done, self.steps):
            progress(f"step {step + 1} of {self.steps}", step / self.steps)
            values = self._step(form, weights, sizes, values, step, executor)
            if journal is not None:
                self._keep(journal, values, step + 1)
        source = f"{self.evaluator.name}, tuned by {2 * self.pairs * self.steps} games"
        return form.filled(_rounded(values), name, f"{source} of {self.spec}")

    def _step(
        self,
        form: Weighted,
        weights: list[Weight],
        sizes: dict[str, float],
        values: dict[str, float],
        step: int,
        executor: Executor,
    ) -> dict[str, float]:
        random = Random(f"spsa/{self.seed}/{step}")
        shift = _FIRST_SHIFT / (step + 1) ** _SHIFT_EXPONENT
        stability = self.steps / 10
        gain = _FIRST_STEP * ((1 + stability) / (step + 1 + stability)) ** _GAIN_EXPONENT
        signs = {w.name: random.choice((-1, 1)) for w in weights if not w.is_fixed}

        def moved(by: float) -> dict[str, float]:
            new = dict(values)
            for weight in weights:
                if weight.name in signs:
                    change = by * signs[weight.name] * sizes[weight.name]
                    new[weight.name] = min(
                        max(values[weight.name] + change, weight.low), weight.high
                    )
            return new

        up, down = (
            AlphaBetaPlayer(form.filled(_rounded(moved(by)), word, ""), depth=self.depth)
            for by, word in ((shift, "up"), (-shift, "down"))
        )
        match = play_match(up, down, self.spec, 2 * self.pairs, random.getrandbits(31), executor)
        return moved(gain * (2 * match.points / len(match.games) - 1))

    def _settings(self) -> dict[str, Any]:
        return {
            "game": str(self.spec), "evaluator": to_json(self.evaluator), "steps": self.steps,
            "pairs": self.pairs, "depth": self.depth, "seed": self.seed, "fixed": list(self.fixed),
            "ranges": list(self.ranges), "free": self.free,
        }  # fmt: skip

    def _resumed(
        self, journal: Path | None, start: dict[str, float]
    ) -> tuple[dict[str, float], int]:
        if journal is None or not journal.exists():
            return start, 0
        try:
            data = json.loads(journal.read_text(encoding="utf-8"))
            values, done, settings = data["values"], data["done"], data["settings"]
        except (ValueError, KeyError, TypeError):
            raise KinarowError(f"{journal} cannot be read: remove it to begin anew") from None
        if settings != self._settings() or values.keys() != start.keys():
            raise KinarowError(f"{journal} is of another tuning: end that, or remove the file")
        return values, done

    def _keep(self, journal: Path, values: dict[str, float], done: int) -> None:
        unfinished = journal.with_name(journal.name + ".unfinished")
        data = {"settings": self._settings(), "values": values, "done": done}
        unfinished.write_text(json.dumps(data), encoding="utf-8")
        unfinished.replace(journal)


def _rounded(values: dict[str, float]) -> dict[str, Score]:
    from kinarow.grading.tuning import rounded

    return {name: rounded(value) for name, value in values.items()}
