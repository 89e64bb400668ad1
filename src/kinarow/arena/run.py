"""Scheduled games played by workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kinarow.arena.game import GameRecord, play_game
from kinarow.arena.schedule import ScheduledGame
from kinarow.errors import ArenaError
from kinarow.work.jobs import do_jobs
from kinarow.work.workers import Workers

_MOST_LOSSES = 10
"""How often a game may cost its worker before it is given up."""


def play_scheduled(
    games: Iterable[ScheduledGame],
    workers: Workers,
    on_game: Callable[[ScheduledGame, GameRecord], None],
    is_over: Callable[[], bool] = lambda: False,
) -> None:
    """Play games until there are no more or it is over."""

    def again(game: ScheduledGame, losses: int) -> bool:
        if losses < _MOST_LOSSES:
            return True
        raise ArenaError(f"the process playing {game.a} against {game.b} was lost {losses} times")

    jobs = ((game, game.job) for game in games)
    do_jobs(play_game, jobs, workers, on_game, again=again, is_over=is_over)
