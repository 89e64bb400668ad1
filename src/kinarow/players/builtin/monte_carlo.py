"""Players that judge moves by random games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kinarow.errors import PlayerError
from kinarow.game import GameSpec, Position
from kinarow.players.player import Choice, Player, written

if TYPE_CHECKING:
    from kinarow.search.playouts import MoveShare


@dataclass(slots=True)
class MonteCarloPlayer(Player):
    """Flat playouts: the same number of random games after each move, the best share plays."""

    playouts: int = 1000
    seed: int = 0
    _game: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.playouts <= 10_000_000:
            raise PlayerError(f"{self.kind()}: playouts must be 1 to 10000000, not {self.playouts}")

    @staticmethod
    def kind() -> str:
        return "monte-carlo"

    @property
    def name(self) -> str:
        seed = f",seed={self.seed}" if self.seed else ""
        return f"{self.kind()}:playouts={self.playouts}{seed}"

    def new_game(self, seed: int) -> None:
        self._game = seed

    def get_ready(self, spec: GameSpec) -> None:
        """Load the kernels, or compile them the first time, by a game that nobody wants."""
        replace(self, playouts=1).shares(Position.start(spec))

    def choose(self, position: Position) -> Choice:
        shares = self.shares(position)
        best = max(shares, key=lambda share: (share.share, share.games))
        return self._choice(best, shares)

    def shares(self, position: Position) -> list[MoveShare]:
        from kinarow.search.playouts import flat_shares

        return flat_shares(position, self.playouts, self._luck(position))

    def _luck(self, position: Position) -> int:
        # Other luck in every game and at every move, and the same whenever it is played again.
        return (self._game * 1_000_003 + self.seed) * 10_007 + position.plies

    def _choice(self, best: MoveShare, shares: list[MoveShare]) -> Choice:
        games = sum(share.games for share in shares)
        reason = f"{100 * best.share:.1f} % of the points in {best.games} of {games} random games"
        return Choice(best.move, round(2 * best.share - 1, 6), reason, nodes=games)


@dataclass(slots=True)
class TreePlayer(MonteCarloPlayer):
    """Monte Carlo tree search (UCT): random games guided to the better moves; the most visited
    one plays."""

    explore: float = 1.0

    @staticmethod
    def kind() -> str:
        return "mcts"

    @property
    def name(self) -> str:
        explore = f",explore={written(self.explore)}" if self.explore != 1.0 else ""
        return f"{MonteCarloPlayer.name.fget(self)}{explore}"  # type: ignore[attr-defined]

    def choose(self, position: Position) -> Choice:
        shares = self.shares(position)
        best = max(shares, key=lambda share: (share.games, share.share))
        return self._choice(best, shares)

    def shares(self, position: Position) -> list[MoveShare]:
        from kinarow.search.playouts import tree_shares

        return tree_shares(position, self.playouts, self.explore, self._luck(position))
