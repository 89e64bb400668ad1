"""Solved positions by game, found once in a lab's life: what agreement with perfect play is told
by."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.concurrency import run_in_threadpool

from kinarow.errors import KinarowError
from kinarow.game import GameSpec
from kinarow.grading.agreement import (
    SHIPPED,
    DecidedPosition,
    check_solved,
    shipped_positions,
)
from kinarow.web.lab import jobs as lab_jobs
from kinarow.web.lab.worker_pool import Thinkers

_MOST_GAMES: Final = 32
"""Games of which positions are kept; those of others are found anew."""
_LONGEST_SECONDS: Final = 120.0


class SolvedSamples:
    """The positions of each game that was asked for."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._tasks: dict[GameSpec, asyncio.Task[list[DecidedPosition]]] = {}

    def of(self, spec: GameSpec, asker: str) -> list[DecidedPosition] | None:
        """The positions of a game; None while they are being found. What hinders that is said, and
        who asks again later may have more luck."""
        check_solved(spec)
        task = self._tasks.get(spec)
        if task is None:
            while len(self._tasks) >= _MOST_GAMES:
                self._tasks.pop(next(iter(self._tasks))).cancel()
            task = self._tasks[spec] = asyncio.create_task(self._find(spec, asker))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        if not task.done():
            return None
        if task.cancelled() or isinstance(task.exception(), KinarowError):
            del self._tasks[spec]
        return task.result()

    async def _find(self, spec: GameSpec, asker: str) -> list[DecidedPosition]:
        if spec == SHIPPED:  # which need no process
            return await run_in_threadpool(lambda: list(shipped_positions()))
        found: list[DecidedPosition] = await self._thinkers.run(
            lab_jobs.find_solved, spec, seconds=_LONGEST_SECONDS, asker=asker
        )
        return found
