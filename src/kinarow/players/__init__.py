"""Who chooses a move."""

from kinarow.players.catalogue import PLAYERS, PlayerKind, parse_player
from kinarow.players.player import Choice, Player
from kinarow.players.searcher import AlphaBetaPlayer, MinimaxPlayer
from kinarow.players.simple import RandomPlayer
from kinarow.players.square_value import SquareValuePlayer

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
