"""Who chooses a move."""

from kinarow.players.catalogue import PLAYERS, parse_player
from kinarow.players.player import Choice, Player
from kinarow.players.searcher import AlphaBetaPlayer, MinimaxPlayer
from kinarow.players.simple import RandomPlayer

__all__ = [
    "PLAYERS",
    "AlphaBetaPlayer",
    "Choice",
    "MinimaxPlayer",
    "Player",
    "RandomPlayer",
    "parse_player",
]
