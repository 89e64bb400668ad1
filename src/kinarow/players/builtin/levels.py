"""Difficulty levels for people, said by what they do.

| level | plays |
|---|---|
| 1 | at random |
| 2 | a win in one, else at random |
| 3–5 | 1, 2 or 3 plies ahead, every fourth move at random |
| 6–9 | 4, 6, 8 or 10 plies ahead |
| 10 | as well as it can with 3,000,000 positions: the player `best` |

Those that look ahead look at 300,000 positions at most, which matters on large boards only. Each
judges by `phased-traps`, without gravity by `threats`. What is random depends on the seed of the
game alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from kinarow.errors import PlayerError
from kinarow.evaluation import PHASED_TRAPS, THREATS, Evaluator
from kinarow.game import GameSpec, Position
from kinarow.players.builtin.best import BestPlayer
from kinarow.players.builtin.searcher import AlphaBetaPlayer
from kinarow.players.builtin.simple import luck
from kinarow.players.player import Choice, Player

EASIEST, HARDEST = 1, 10

_DEPTHS = {3: 1, 4: 2, 5: 3, 6: 4, 7: 6, 8: 8, 9: 10}
_SLIPS_UP_TO = 5
_HARDEST_PLAYER = BestPlayer(nodes=3_000_000)
_NODES_OF_OTHERS = 300_000


@dataclass(slots=True)
class LevelPlayer(Player):
    """A player of one of ten strengths."""

    n: int = 5
    _game: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not EASIEST <= self.n <= HARDEST:
            raise PlayerError(f"level: n must be {EASIEST} to {HARDEST}, not {self.n}")

    @property
    def name(self) -> str:
        return f"level:n={self.n}"

    @property
    def deterministic(self) -> bool:
        return self.n > _SLIPS_UP_TO

    def new_game(self, seed: int) -> None:
        self._game = seed

    def get_ready(self, spec: GameSpec) -> None:
        if self.n == HARDEST:
            _HARDEST_PLAYER.get_ready(spec)
        elif self.n in _DEPTHS:
            AlphaBetaPlayer(usual_judge(spec)).get_ready(spec)

    def choose(self, position: Position) -> Choice:
        if self.n == HARDEST:
            return _HARDEST_PLAYER.choose(position)
        moves, random = position.legal_moves(), luck(f"level {self.n}", self._game, position)
        if self.n == 1:
            return Choice(random.choice(moves), reason="at random")
        if self.n == 2:
            return self._win_or_random(position, random)
        if self.n <= _SLIPS_UP_TO and random.random() < 0.25:
            return Choice(random.choice(moves), reason="a slip")
        judge = usual_judge(position.spec)
        return AlphaBetaPlayer(judge, _DEPTHS[self.n], _NODES_OF_OTHERS).choose(position)

    def _win_or_random(self, position: Position, random: Random) -> Choice:
        for move in position.legal_moves():
            ending = position.play(move).ending()
            if ending is not None and ending.winner:
                return Choice(move, reason="it wins")
        return Choice(random.choice(position.legal_moves()), reason="at random")


def usual_judge(spec: GameSpec) -> Evaluator:
    """Whose opinion those go by that look ahead."""
    return PHASED_TRAPS if spec.gravity else THREATS
