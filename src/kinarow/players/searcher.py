"""Players that search a fixed number of plies ahead and judge what they find by an evaluator."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from kinarow.errors import PlayerError
from kinarow.evaluation import OPEN_LINES, AnyEvaluator
from kinarow.game import Position
from kinarow.game.movetext import write_moves
from kinarow.players.player import Choice
from kinarow.score import in_words
from kinarow.search import SearchResult, alphabeta, minimax


@dataclass(frozen=True, slots=True)
class AlphaBetaPlayer:
    """Alpha-beta search to a fixed depth."""

    evaluator: AnyEvaluator = field(default=OPEN_LINES)
    depth: int = 4

    kind: ClassVar[str] = "alphabeta"

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= 100:
            raise PlayerError(f"{self.kind}: depth is 1 to 100 plies, not {self.depth}")

    @property
    def name(self) -> str:
        return f"{self.kind}:eval={self.evaluator.name},depth={self.depth}"

    @property
    def deterministic(self) -> bool:
        return True

    def new_game(self, seed: int) -> None:
        pass

    def choose(self, position: Position) -> Choice:
        found = self.search(position)
        line = write_moves(position.spec, found.line)
        reason = f"{in_words(found.score)} by {self.evaluator.name} after {line}"
        return Choice(found.move, found.score, reason, found.line, found.depth, found.nodes)

    def search(self, position: Position) -> SearchResult:
        return alphabeta(position, self.evaluator, self.depth)


@dataclass(frozen=True, slots=True)
class MinimaxPlayer(AlphaBetaPlayer):
    """Minimax to a fixed depth: the same moves as alpha-beta, more slowly."""

    depth: int = 3

    kind: ClassVar[str] = "minimax"

    def search(self, position: Position) -> SearchResult:
        return minimax(position, self.evaluator, self.depth)
