"""Games, matches, tournaments and their results."""

from kinarow.arena.conditions import Conditions
from kinarow.arena.contest import Contest
from kinarow.arena.game import GameJob, GameRecord, play_game
from kinarow.arena.played_game import PlayedGame
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.arena.results import Encounter
from kinarow.arena.tournament import Tournament

__all__ = [
    "Conditions", "Contest", "Encounter", "GameJob", "GameRecord", "PlayedGame",
    "SequentialTest", "Tournament", "play_game",
]  # fmt: skip
