"""Processes that think, so that the page stays quick while one does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from kinarow.arena.workers import local_workers
from kinarow.errors import KinarowError
from kinarow.game import Position
from kinarow.players import AlphaBetaPlayer

Result = TypeVar("Result")


class Thinkers:
    """A few worker processes; if one is lost, new ones take their place."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._open = ExitStack()
        self._workers = self._start()

    def _start(self) -> Executor:
        workers = self._open.enter_context(local_workers(self.count))
        for _ in range(self.count):
            workers.submit(_warm_up)
        return workers

    async def run(self, job: Callable[..., Result], *arguments: object) -> Result:
        """Do a job in one of the processes."""
        loop = asyncio.get_running_loop()
        workers = self._workers
        try:
            return await loop.run_in_executor(workers, job, *arguments)
        except BrokenExecutor:
            if workers is self._workers:
                self._workers = self._start()
            raise KinarowError("a thinking process was lost; please ask again") from None

    def close(self) -> None:
        self._open.close()


@contextmanager
def thinkers(count: int) -> Iterator[Thinkers]:
    """Thinkers for as long as the block lasts."""
    made = Thinkers(count)
    try:
        yield made
    finally:
        made.close()


def _warm_up() -> None:
    """Load, or the first time compile, what the first move would otherwise wait for."""
    AlphaBetaPlayer(depth=1).choose(Position.start())
