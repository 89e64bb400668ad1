"""Tuning weights by games, where no solver can label positions: SPSA.

Simultaneous perturbation (Spall 1992): in each step all weights are moved a little at random, in
both directions; the two evaluators play some pairs of games; and the weights move towards the one
that did better. The state is written after each step, so an interrupted run goes on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from kinarow.arena import Conditions, Contest
from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluator
from kinarow.evaluation.weights import Weighted
from kinarow.evaluation.written.json_files import to_json
from kinarow.players import AlphaBetaPlayer
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers
from kinarow.writing import write_whole

_GAIN_EXPONENT, _SHIFT_EXPONENT = 0.602, 0.101
"""Spall's recommendation for how the steps and the perturbations shrink."""
_FIRST_SHIFT = 0.15
"""Perturbations begin at this share of a weight."""
_FIRST_STEP = 0.1
"""What a clear win of all games moves a weight by at first, as a share of it."""


@dataclass(frozen=True, slots=True)
class GamesTuner:
    """How an evaluator is tuned by games."""

    form: Weighted
    steps: int = 200
    pairs: int = 8
    """Pairs of games in each step."""
    depth: int = 4
    seed: int = 0

    def tune(
        self,
        name: str,
        workers: Workers,
        journal: Path | None = None,
        progress: Progress = silent,
    ) -> Evaluator:
        """The evaluator with the weights that did best, on the whole."""
        form = self.form
        values, done = self._resumed(journal)
        for step in range(done, self.steps):
            progress(step / self.steps, f"step {step + 1} of {self.steps}")
            values = self._step(values, step, workers)
            if journal is not None:
                data = {"settings": self._settings(), "values": values, "done": step + 1}
                write_whole(journal, json.dumps(data).encode())
        games = 2 * self.pairs * self.steps
        source = f"{form.evaluator.name}, tuned by {games} games of {form.spec}"
        return form.filled(values, name, source)

    def _step(self, values: dict[str, float], step: int, workers: Workers) -> dict[str, float]:
        form, sizes = self.form, self.form.sizes()
        random = Random(f"spsa/{self.seed}/{step}")
        shift = _FIRST_SHIFT / (step + 1) ** _SHIFT_EXPONENT
        stability = self.steps / 10
        gain = _FIRST_STEP * ((1 + stability) / (step + 1 + stability)) ** _GAIN_EXPONENT
        signs = {w.name: random.choice((-1, 1)) for w in form.weights if not w.is_fixed}

        def moved(by: float) -> dict[str, float]:
            new = dict(values)
            for weight in form.weights:
                name = weight.name
                if name in signs:
                    value = values[name] + by * signs[name] * sizes[name]
                    new[name] = min(max(value, weight.low), weight.high)
            return new

        up, down = (
            AlphaBetaPlayer(form.filled(moved(by), word, ""), depth=self.depth)
            for by, word in ((shift, "up"), (-shift, "down"))
        )
        conditions = Conditions(random.getrandbits(31))
        match = Contest.match(up, down, form.spec, 2 * self.pairs, conditions).play(workers)
        points = sum(game.points_of_a for game in match.games)
        return moved(gain * (2 * points / len(match.games) - 1))

    def _settings(self) -> dict[str, Any]:
        return {
            "game": str(self.form.spec),
            "evaluator": to_json(self.form.evaluator),
            "weights": [[w.name, w.low, w.high] for w in self.form.weights],
            "steps": self.steps,
            "pairs": self.pairs,
            "depth": self.depth,
            "seed": self.seed,
        }

    def _resumed(self, journal: Path | None) -> tuple[dict[str, float], int]:
        """The weights where an interrupted run was, and how many steps it had taken."""
        if journal is None:
            return self.form.values(), 0
        try:
            data = json.loads(journal.read_text(encoding="utf-8"))
            values, done, settings = data["values"], data["done"], data["settings"]
            known = {name: float(values[name]) for name in self.form.values()}
            steps = range(self.steps + 1).index(done)
        except FileNotFoundError:
            return self.form.values(), 0
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise KinarowError(f"{journal} cannot be read: remove it to start again") from None
        if settings != self._settings():
            raise KinarowError(
                f"{journal} belongs to another tuning run: finish that one, or remove the file"
            )
        return known, steps
