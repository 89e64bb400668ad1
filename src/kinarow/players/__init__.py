"""Who chooses a move."""

from kinarow.players.kinds import PLAYERS, PlayerKind, parse_player
from kinarow.players.most_valuable_square import SquareValuePlayer
from kinarow.players.player import Choice, Player
from kinarow.players.searcher import AlphaBetaPlayer, MinimaxPlayer
from kinarow.players.simple import RandomPlayer

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
