"""Scheduled games played by an executor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from kinarow.arena.game import GameRecord, play_game
from kinarow.arena.schedule import ScheduledGame
from kinarow.errors import ArenaError
from kinarow.work.jobs import Workers, do_jobs

_TRIES = 10
"""How often a game is begun anew after the process that played it was lost."""


def play_scheduled(
    games: Iterable[ScheduledGame],
    workers: Workers,
    at_once: int,
    on_game: Callable[[ScheduledGame, GameRecord], None],
    is_over: Callable[[], bool] = lambda: False,
    *,
    renewable: bool = True,
) -> None:
    """Play games, at most `at_once` handed out at a time, until there are no more or it is over."""
    tries = Counter[str]()

    def again(game: ScheduledGame) -> bool:
        if not renewable:
            raise ArenaError("the executor that was to play the games is broken")
        tries[game.key] += 1
        if tries[game.key] >= _TRIES:
            raise ArenaError(
                f"the process playing {game.a} against {game.b} was lost {_TRIES} times"
            )
        return True

    jobs = ((game, game.job) for game in games)
    do_jobs(play_game, jobs, workers, at_once, on_game, again, is_over)
