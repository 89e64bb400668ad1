"""Games, matches, tournaments and their results."""

from kinarow.arena.game import GameJob, GameRecord, play_game
from kinarow.arena.match import play_match
from kinarow.arena.played import PlayedGame
from kinarow.arena.results import Encounter

__all__ = ["Encounter", "GameJob", "GameRecord", "PlayedGame", "play_game", "play_match"]
