"""Games, matches and their results."""

from kinarow.arena.game import GameJob, GameRecord, play_game
from kinarow.arena.match import MatchResult, play_match

__all__ = ["GameJob", "GameRecord", "MatchResult", "play_game", "play_match"]
