"""The player that never gives anything away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kinarow.errors import PlayerError
from kinarow.game import GameSpec, Position
from kinarow.players.player import Choice, Predictable
from kinarow.score import in_words
from kinarow.search.limits import MOST_NODES

if TYPE_CHECKING:
    from kinarow.solver import Solver

_NODES = 2 * 10**9


@dataclass(frozen=True, slots=True)
class PerfectPlayer(Predictable):
    """The exact solver's moves, where it can solve the game; with gravity the fastest win and the
    slowest loss."""

    nodes: int = _NODES

    def __post_init__(self) -> None:
        if not 1 <= self.nodes <= MOST_NODES:
            raise PlayerError(f"perfect: nodes must be 1 to {MOST_NODES}, not {self.nodes}")

    @property
    def name(self) -> str:
        return "perfect" if self.nodes == _NODES else f"perfect:nodes={self.nodes}"

    def get_ready(self, spec: GameSpec) -> None:
        solver_for(spec).get_ready()

    def choose(self, position: Position) -> Choice:
        why_not = self.why_not(position.spec)
        if why_not:
            raise PlayerError(f"perfect: {why_not}")
        solver = solver_for(position.spec)
        if not position.spec.gravity:
            solver.forget()  # which of several good moves it finds depends on what it remembers
        solution = solver.solve(position, best=True, nodes=self.nodes)
        if not solution.line:
            raise PlayerError(
                f"perfect: {position.spec} is not solved from here within {self.nodes} positions"
            )
        score = solution.engine_score()
        words = f"a {solution.outcome}" if not score else in_words(score)
        reason = f"{words} by perfect play"
        return Choice(solution.line[0], score, reason, solution.line, nodes=solution.nodes)

    def why_not(self, spec: GameSpec) -> str:
        """Without a compiled solver it would think for hours, and in vain."""
        from kinarow.solver.solver import is_solvable

        if not is_solvable(spec):
            return "the game is too large to be solved; best plays it"
        return ""


def solver_for(spec: GameSpec) -> Solver:
    """The process's solver for a game."""
    # Imported only now: a process that marks a submission must not have the solver at hand.
    from kinarow.solver.shared import shared_solver

    return shared_solver(spec)
