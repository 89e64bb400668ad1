"""The match that courses grade by: twenty games, five with either side against two players."""

from __future__ import annotations

from typing import Final

from kinarow.arena.conditions import Conditions
from kinarow.arena.schedule import ScheduledGame, pair_of_games, refuse_who_cannot_play
from kinarow.game import GameSpec
from kinarow.players import Player, parse_player

OPPONENTS: Final = ("random", "monte-carlo")
SEEDS: Final = range(1, 6)


def course_games(player: Player, spec: GameSpec, conditions: Conditions) -> list[ScheduledGame]:
    """The games of a player against the course's, each opponent with five seeds, both sides."""
    refuse_who_cannot_play([player], spec)
    return [
        game
        for name in OPPONENTS
        for luck in SEEDS
        for game in pair_of_games(
            player, parse_player(f"{name}:seed={luck}"), spec, luck, conditions
        )
    ]
