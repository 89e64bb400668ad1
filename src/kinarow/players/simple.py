"""Players that do not think."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from kinarow.game import Position
from kinarow.players.player import Choice


@dataclass(slots=True)
class RandomPlayer:
    """Any legal move, each with the same chance."""

    seed: int = 0
    _random: Random = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.new_game(0)

    @property
    def name(self) -> str:
        return f"random:seed={self.seed}" if self.seed else "random"

    @property
    def deterministic(self) -> bool:
        return False

    def new_game(self, seed: int) -> None:
        self._random = Random(f"{self.seed}/{seed}")

    def choose(self, position: Position) -> Choice:
        moves = position.legal_moves()
        return Choice(self._random.choice(moves), reason=f"one of {len(moves)} at random")
