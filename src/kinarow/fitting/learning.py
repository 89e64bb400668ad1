"""Learning an evaluator from its own games: the tables of shapes, fitted to exact values.

In each round the evaluator so far plays itself, the positions that come up are solved, and tables
are fitted to all positions of all rounds. Some batches of games are held out to see how well the
fit does on positions that it has not seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluator
from kinarow.game import Cell, GameSpec, Side
from kinarow.work.progress import Progress, part_of, silent
from kinarow.work.workers import Workers

if TYPE_CHECKING:
    from kinarow.fitting.samples import SolvedSample
    from kinarow.fitting.table_fit import TableFit

_HELD_OUT = 20
"""One batch in so many is held out, at least one."""
_SOLVING = 0.8
"""The share of a round that goes into its games and their values, more or less."""


_MOTIVATION = (
    "What a row of stones is worth depends on where it lies, on what lies beside and below it, and "
    "on whose turn it is. So every shape has a table of its own over all that its cells can hold, "
    "one for each side to move, and perfect play says what to write into it."
)


@dataclass(frozen=True, slots=True)
class LearningRound:
    """What a round came to. Losses are mean cross-entropies of the outcomes."""

    evaluator: Evaluator
    positions: int
    held_out: int
    loss: float
    held_out_loss: float

    def to_json(self) -> dict[str, float]:
        return {
            "positions": self.positions,
            "held_out": self.held_out,
            "loss": self.loss,
            "held_out_loss": self.held_out_loss,
        }


@dataclass(frozen=True, slots=True)
class Learner:
    """How an evaluator is learned; the same settings give the same evaluator."""

    spec: GameSpec
    name: str
    start: Evaluator
    """Who plays in the first round."""
    shapes: str = "lines"
    batches: int = 50
    rounds: int = 2
    depth: int = 5
    leaves: int = 0
    """From how many openings a batch the leaves of a search are taken, besides the games."""
    seed: int = 0
    passes: int = 5

    def __post_init__(self) -> None:
        if self.batches < 2 or self.rounds < 1:
            raise KinarowError("learning needs at least 2 batches of games and 1 round")
        if self.leaves < 0:
            raise KinarowError(
                f"leaves are of 0 openings or more for each batch, not {self.leaves}"
            )

    def learn(
        self,
        workers: Workers,
        folder: Path | None = None,
        progress: Progress = silent,
    ) -> list[LearningRound]:
        """All rounds; the evaluator of the last one is what was learned."""
        from kinarow.fitting.samples import Recipe, SolvedSample, split_sample
        from kinarow.fitting.search_leaves import refuse_without_leaves
        from kinarow.fitting.table_fit import shapes_named

        if self.leaves:
            refuse_without_leaves(self.start, self.spec)
        shapes = shapes_named(self.spec, self.shapes)
        seen: list[SolvedSample] = []
        unseen: list[SolvedSample] = []
        rounds: list[LearningRound] = []
        for number in range(1, self.rounds + 1):
            begin, end = (number - 1) / self.rounds, number / self.rounds
            told = part_of(progress, begin, end)
            player = rounds[-1].evaluator if rounds else self.start
            recipe = Recipe(self.spec, player, self.seed, self.depth, leaves=self.leaves)
            new, held_out = split_sample(
                recipe, self.batches, _HELD_OUT, workers, folder, part_of(told, 0, _SOLVING)
            )
            seen.append(new)
            unseen.append(held_out)
            fitted_to = SolvedSample.joined(self.spec, seen)
            judged_by = SolvedSample.joined(self.spec, unseen).without(fitted_to)
            rounds.append(self._fit(shapes, fitted_to, judged_by, part_of(told, _SOLVING, 1)))
        return rounds

    def _fit(
        self,
        shapes: list[tuple[Cell, ...]],
        seen: SolvedSample,
        unseen: SolvedSample,
        progress: Progress,
    ) -> LearningRound:
        from kinarow.fitting.table_fit import fit_tables

        def fitted(side: Side) -> TableFit:
            return fit_tables(
                side, shapes, seen, unseen, passes=self.passes,
                progress=part_of(progress, (side - 1) / len(Side), side / len(Side)),
            )  # fmt: skip

        fits = [fitted(side) for side in Side]
        source = (
            f"tables of {self.shapes} fitted to the exact values of {len(seen)} positions of "
            f"{self.spec} from its own games{' and searches' * (self.leaves > 0)}"
        )
        evaluator = Evaluator(
            self.name, *(fit.term for fit in fits), source=source, motivation=_MOTIVATION
        )
        loss = sum(fit.loss for fit in fits) / len(fits)
        held_out_loss = sum(fit.held_out_loss for fit in fits) / len(fits)
        return LearningRound(evaluator, len(seen), len(unseen), loss, held_out_loss)
