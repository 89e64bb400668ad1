"""Evaluators made better: weights tuned, tables learned from exact values, and a match to confirm.

What takes numpy is imported by the functions themselves.
"""

from __future__ import annotations

import threading
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kinarow.arena import Conditions, Contest, Encounter
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluating, Evaluator, as_evaluator, made_of_terms
from kinarow.evaluation.weights import Weighted
from kinarow.evaluation.written.saving import save_evaluator
from kinarow.fitting.learning import Learner, LearningRound
from kinarow.fitting.spsa import GamesTuner
from kinarow.game import GameSpec
from kinarow.game.spec import as_spec
from kinarow.players import AlphaBetaPlayer
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

if TYPE_CHECKING:
    from kinarow.fitting.tuning import FitQuality

Goal = Literal["outcome", "ranking", "games"]
"""What weights are tuned by: exact outcomes of positions, which of two moves is better, games."""

CONFIRMATION = SequentialTest(elo0=0, elo1=20)
"""What a tuned evaluator must show in games against the original."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How well weights predict positions that they were not fitted to, before and after."""

    positions: int
    before: FitQuality
    after: FitQuality

    def to_json(self) -> dict[str, object]:
        return {
            "positions": self.positions,
            "before": self.before.to_json(),
            "after": self.after.to_json(),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Tuning:
    """A tuned evaluator, and what has become of its weights; `print` shows them.

    >>> from kinarow import tune
    >>> tuning = tune("open-lines", "tictactoe", by="games", steps=1, depth=1, free=True)
    >>> tuning
    <Tuning: tuned, 6 weights>
    >>> tuning.evaluator.name
    'tuned'
    """

    evaluator: Evaluator
    original: Evaluator
    spec: GameSpec
    weights: dict[str, tuple[float, float]]
    """Each weight before and after."""
    held_out: HeldOut | None
    """None if it was tuned by games."""

    def __repr__(self) -> str:
        return f"<Tuning: {self.evaluator.name}, {len(self.weights)} weights>"

    def __str__(self) -> str:
        width = max(map(len, self.weights))
        lines = [f"{name:<{width}}  {b:>8g} → {a:g}" for name, (b, a) in self.weights.items()]
        if self.held_out is not None:
            was, now = self.held_out.before, self.held_out.after
            lines.append(
                f"{self.held_out.positions} held-out positions: loss {was.loss:.4f} → "
                f"{now.loss:.4f}, right {100 * was.right:.1f} % → {100 * now.right:.1f} %"
            )
        return "\n".join(lines)

    def save(self, path: Path | str) -> None:
        """Write the evaluator as .json or .json.gz."""
        save_evaluator(self.evaluator, Path(path))

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        weights = {n: {"before": b, "after": a} for n, (b, a) in self.weights.items()}
        held_out = {"held_out": self.held_out.to_json()} if self.held_out else {}
        return {"weights": weights, **held_out}


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Games of a tuned evaluator against the original, as many as the sequential test needed.

    >>> from kinarow import confirm, tune
    >>> tuning = tune("open-lines", "tictactoe", by="games", steps=1, depth=1)
    >>> print(confirm(tuning, games=4, depth=1).verdict)
    None
    """

    meeting: Encounter

    @property
    def verdict(self) -> Literal["H0", "H1"] | None:
        """`H1` if it is stronger, `H0` if it is not, None if more games would tell."""
        return CONFIRMATION.verdict(self.meeting.sample_of_pairs())

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        return self.meeting.to_json(CONFIRMATION)


@dataclass(frozen=True, slots=True, repr=False)
class Learning:
    """The rounds in which an evaluator was learned; `print` shows what each came to.

    >>> from kinarow import learn
    >>> learned = learn("drop:4x4:3", shapes="windows", batches=2, rounds=1, depth=1)
    >>> learned.evaluator.name, len(learned.rounds)
    ('learned', 1)
    """

    rounds: tuple[LearningRound, ...]

    def __repr__(self) -> str:
        plural = "s" if len(self.rounds) > 1 else ""
        return f"<Learning: {self.evaluator.name}, {len(self.rounds)} round{plural}>"

    def __str__(self) -> str:
        lines = ["round  positions  held out    loss  held-out loss"]
        for number, r in enumerate(self.rounds, 1):
            counts = f"{number:>5}  {r.positions:>9}  {r.held_out:>8}"
            lines.append(f"{counts}  {r.loss:>6.4f}  {r.held_out_loss:>13.4f}")
        return "\n".join(lines)

    @property
    def evaluator(self) -> Evaluator:
        """That of the last round."""
        return self.rounds[-1].evaluator

    def save(self, path: Path | str) -> None:
        """Write the evaluator as .json or .json.gz."""
        save_evaluator(self.evaluator, Path(path))

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        return {"rounds": [one.to_json() for one in self.rounds]}


def tune(
    evaluator: Evaluating,
    game: GameSpec | str = "connect4",
    *,
    name: str = "tuned",
    by: Goal = "outcome",
    fixed: tuple[str, ...] = (),
    ranges: tuple[str, ...] = (),
    free: bool = False,
    batches: int = 30,
    steps: int = 200,
    depth: int = 4,
    seed: int = 0,
    samples: Path | None = None,
    journal: Path | None = None,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> Tuning:
    """Better weights for an evaluator's terms.

    They are fitted to exact outcomes of positions or to rankings of moves, of so many `batches` of
    games, or found by games of slightly different weights in so many `steps`. Solved positions are
    kept in the folder `samples` and steps in the file `journal`, from which the same call resumes.

    >>> from kinarow import tune
    >>> fixed = ("windows.own.k", "windows.opponent.k")
    >>> tune("open-lines", "tictactoe", by="games", steps=1, depth=1, fixed=fixed).weights[fixed[0]]
    (1000, 1000)
    """
    original, spec = _of_terms(evaluator), as_spec(game)
    form = Weighted(original, spec, free=free, fixed=fixed, ranges=ranges)
    held_out = None
    with Workers(workers, stop=stop) as many:
        if by == "games":
            games_tuner = GamesTuner(form, steps, depth=depth, seed=seed)
            tuned = games_tuner.tune(name, many, journal, progress)
        else:
            from kinarow.fitting.minimizing import require_scipy
            from kinarow.fitting.tuning import Tuner

            require_scipy()
            fitted = Tuner(form, by, batches, depth, seed).tune(name, many, samples, progress)
            tuned = fitted.evaluator
            held_out = HeldOut(fitted.held_out, fitted.before, fitted.after)
    before, after = form.values(), Weighted(tuned, spec, free=True).values()
    weights = {name: (value, after.get(name, 0)) for name, value in before.items()}
    return Tuning(tuned, original, spec, weights, held_out)


def confirm(
    tuning: Tuning,
    games: int = 4000,
    *,
    depth: int = 4,
    seed: int = 0,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> Confirmation:
    """Let a tuned evaluator play the original, until the sequential test is decided or so many
    games are played.

    >>> from kinarow import confirm, tune
    >>> tuning = tune("open-lines", "tictactoe", by="games", steps=1, depth=1)
    >>> len(confirm(tuning, games=4, depth=1).meeting.games)
    4
    """
    a, b = (AlphaBetaPlayer(e, depth=depth) for e in (tuning.evaluator, tuning.original))
    if a.name == b.name:
        raise KinarowError(f"both are called {tuning.original.name}: give the tuned one a new name")
    contest = Contest.match(a, b, tuning.spec, games, Conditions(seed), test=CONFIRMATION)
    with Workers(workers, stop=stop) as many:
        (meeting,) = contest.play(many, progress).encounters()
    return Confirmation(meeting)


def learn(
    game: GameSpec | str = "connect4",
    *,
    name: str = "learned",
    start: Evaluating = "open-lines",
    shapes: str = "lines",
    batches: int = 30,
    rounds: int = 2,
    depth: int = 5,
    leaves: int = 0,
    seed: int = 0,
    samples: Path | None = None,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> Learning:
    """An evaluator for one board, learned from exactly solved positions of its own games, and, if
    there are to be `leaves`, of the leaves of searches from so many openings for each batch.

    Solved positions are kept in the folder `samples`, from which the same call resumes.

    >>> from kinarow import learn
    >>> learned = learn("drop:4x4:3", shapes="windows", batches=2, rounds=1, depth=1)
    >>> learned
    <Learning: learned, 1 round>
    """
    learner = Learner(
        as_spec(game), name, _of_terms(start), shapes, batches, rounds, depth, leaves, seed
    )  # fmt: skip
    with Workers(workers, stop=stop) as many:
        return Learning(tuple(learner.learn(many, samples, progress)))


def _of_terms(evaluator: Evaluating) -> Evaluator:
    return made_of_terms(as_evaluator(evaluator), "it has no weights to fit")
