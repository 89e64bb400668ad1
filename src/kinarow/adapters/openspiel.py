"""Players as bots for OpenSpiel, and its games as ours; needs `pip install 'kinarow[openspiel]'`.

>>> import pyspiel
>>> game = pyspiel.load_game("connect_four")
>>> bot = KinarowBot("alphabeta:depth=4")
>>> bot.step(game.new_initial_state())
3
"""

from __future__ import annotations

from typing import Any

from kinarow.adapters.actions import action_of, after_action
from kinarow.errors import SpecError
from kinarow.game import GameSpec, Position
from kinarow.players import Choice, Player, parse_player

try:
    import pyspiel
except ImportError:
    raise ImportError("this needs the extra: pip install 'kinarow[openspiel]'") from None


def spec_of(game: Any) -> GameSpec:
    """The game that a `pyspiel.Game` is: connect_four, tic_tac_toe or mnk, of any size."""
    name, given = game.get_type().short_name, game.get_parameters()
    match name:
        case "connect_four":
            columns, rows = given.get("columns", 7), given.get("rows", 6)
            return GameSpec(columns, rows, given.get("x_in_row", 4), gravity=True)
        case "tic_tac_toe":
            return GameSpec(3, 3, 3, gravity=False)
        case "mnk":
            columns, rows = given.get("m", 15), given.get("n", 15)
            return GameSpec(columns, rows, given.get("k", 5), gravity=False)
    raise SpecError(f"{name} is not one of connect_four, tic_tac_toe and mnk")


def position_of(state: Any) -> Position:
    """The position that a `pyspiel.State` of such a game is."""
    position = Position.start(spec_of(state.get_game()))
    for action in state.history():
        position = after_action(position, action)
    return position


class KinarowBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """Plays what a player plays, which may be given by its text."""

    def __init__(self, player: Player | str, seed: int = 0) -> None:
        super().__init__()
        self.player = parse_player(player) if isinstance(player, str) else player
        self.seed = seed
        self.player.new_game(seed)

    def choose(self, state: Any) -> Choice:
        """The move with all that the player says about it."""
        return self.player.choose(position_of(state))

    def step(self, state: Any) -> int:
        return action_of(spec_of(state.get_game()), self.choose(state).move)

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Nothing to do: every state is looked at anew."""

    def restart(self) -> None:
        """Another game, with other luck."""
        self.restart_at(None)

    def restart_at(self, state: Any) -> None:
        self.seed += 1
        self.player.new_game(self.seed)
