"""Playing scheduled games by an executor, each kept as it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager

from kinarow.arena.game import GameRecord, play_game
from kinarow.arena.schedule import ScheduledGame
from kinarow.errors import ArenaError

Workers = Callable[[], AbstractContextManager[Executor]]
"""Makes an executor; asked again if it breaks."""

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
    """Play games, at most `at_once` handed out at a time, until there are no more or it is over.

    A worker that is killed takes its executor with it, or not: either way its games are played
    again, by a new executor if need be and if there is another one to be had (`renewable`).
    """
    waiting, tries = iter(games), Counter[str]()
    again: list[ScheduledGame] = []
    exhausted = False
    while not is_over() and not (exhausted and not again):
        with workers() as executor:
            jobs: dict[Future[GameRecord], ScheduledGame] = {}
            try:
                while not is_over():
                    while len(jobs) < at_once:
                        game = again.pop() if again else next(waiting, None)
                        if game is None:
                            exhausted = True
                            break
                        again.append(game)  # until it is handed out, which may fail
                        job = executor.submit(play_game, game.job)
                        jobs[job] = again.pop()
                    if not jobs:
                        break
                    done, _ = wait(jobs, return_when=FIRST_COMPLETED)
                    for finished in done:
                        on_game(jobs[finished], finished.result())
                        del jobs[finished]
            except Exception as error:
                if not _is_loss_of_worker(error):
                    raise
                if not renewable:
                    raise ArenaError("the executor that was to play the games is broken") from None
                for game in jobs.values():
                    tries[game.key] += 1
                    if tries[game.key] >= _TRIES:
                        raise ArenaError(
                            f"the process playing {game.a} against {game.b} was lost {_TRIES} times"
                        ) from None
                again.extend(jobs.values())


def _is_loss_of_worker(error: Exception) -> bool:
    """Whether the process that played was ended; Dask has its own names for that."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in (
        "KilledWorker", "CancelledError", "FutureCancelledError",
    )  # fmt: skip
