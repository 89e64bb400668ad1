"""Games, matches, tournaments and their results."""

from kinarow.arena.conditions import Conditions
from kinarow.arena.contest import Contest
from kinarow.arena.game import GameJob, GameRecord, play_game
from kinarow.arena.played import PlayedGame
from kinarow.arena.results import Encounter
from kinarow.arena.tournament import Tournament

__all__ = [
    "Conditions", "Contest", "Encounter", "GameJob", "GameRecord", "PlayedGame", "Tournament",
    "play_game",
]  # fmt: skip
