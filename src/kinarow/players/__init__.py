"""Who chooses a move."""

from kinarow.players.builtin.most_valuable_square import SquareValuePlayer
from kinarow.players.builtin.searcher import AlphaBetaPlayer, MinimaxPlayer
from kinarow.players.builtin.simple import RandomPlayer
from kinarow.players.player import Choice, Player
from kinarow.players.registry import PLAYERS, PlayerKind, parse_player

__all__ = [
    "PLAYERS",
    "AlphaBetaPlayer",
    "Choice",
    "MinimaxPlayer",
    "Player",
    "PlayerKind",
    "RandomPlayer",
    "SquareValuePlayer",
    "parse_player",
]
