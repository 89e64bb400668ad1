"""Processes that think, so that the page stays quick while one does.

A job is a generator function that runs in a worker process and yields what it finds as it goes.
When nobody waits for it any more, it is told to stop; a worker that does not listen is replaced.
"""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import os
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from multiprocessing.connection import Connection
from typing import Any, Literal

from kinarow.errors import EvaluatorError, KinarowError
from kinarow.web.hosting.fair_queue import BusyError, FairQueue
from kinarow.work.processes import get_ready, interrupts_held_back, limit_memory

Job = Callable[..., Iterator[Any]]
"""Takes its arguments and, as `stop`, an event that is set when nobody waits any more."""

Message = tuple[Literal["ready", "item", "end", "refused", "failed"], Any]

_PATIENCE_SECONDS = 5.0
"""How long a worker that was told to stop may go on."""
_TURN_SECONDS = 60.0
"""How long a job may go on while others wait."""
_LOOK_EVERY_SECONDS = 1.0


class LostError(KinarowError):
    """A process ended before its job did."""


class TooLongError(KinarowError):
    """A job took longer than it may."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(
            f"no answer within {seconds:g} seconds: ask again, or for a smaller depth or board"
        )


class Thinkers:
    """A few worker processes and a queue of bounded length before them, in which everyone who asks
    gets a turn. Each is begun when so many are needed at a time."""

    def __init__(
        self,
        count: int,
        most_waiting: int,
        *,
        search: bool = True,
        most_of_one: int | None = None,
        most_at_once: int | None = None,
        megabytes: int | None = None,
    ) -> None:
        self._search = search
        """Whether they get ready to search when they begin."""
        self._megabytes = megabytes
        """What each of them may have of memory; None: all that there is."""
        self._workers = [_Worker(search, megabytes) for _ in range(count)]
        self._threads = ThreadPoolExecutor(2 * count)
        self._idle: FairQueue[_Worker] = FairQueue(most_waiting, most_of_one, most_at_once)
        for worker in reversed(self._workers):
            self._idle.add(worker)
        self._clearing: set[asyncio.Task[None]] = set()

    def begin_one(self) -> None:
        """Start a worker, which is ready then for whoever asks first."""
        for worker in self._workers:
            if worker.process.pid is None:
                worker.begin()
                return

    async def run(
        self, job: Job, *arguments: object, seconds: float | None = None, asker: str = ""
    ) -> Any:
        """The last thing that a job finds; one that takes more than `seconds` is refused."""
        found = None
        stream = self.stream(job, *arguments, seconds=seconds, asker=asker)
        async with aclosing(stream) as items:
            async for item in items:
                found = item
        return found

    async def stream(
        self, job: Job, *arguments: object, seconds: float | None = None, asker: str = ""
    ) -> AsyncGenerator[Any, None]:
        """What a job finds, as it comes; closing the stream stops the job."""
        worker = await self._idle.get(asker)
        worker.asker = asker
        kind = ""
        try:
            worker.begin()
            worker.number += 1
            worker.jobs.send((worker.number, job, arguments))
            await self._is_ready(worker)
            clock = asyncio.get_running_loop().time
            begun = clock()
            end = begun + seconds if seconds is not None else math.inf
            while True:
                kind, value = await self._heard_in_turn(worker, begun, end)
                if kind == "failed":
                    raise EvaluatorError(value)
                if kind == "refused":
                    raise KinarowError(value)
                if kind == "end":
                    return
                yield value
        except TimeoutError:  # which is an OSError, too
            raise TooLongError(seconds or math.inf) from None
        except (EOFError, OSError):
            kind = "lost"
            raise LostError("a worker process was lost; please try again") from None
        finally:
            if kind in ("end", "refused", "failed"):
                self._idle.give_back(worker, asker)
            else:
                task = asyncio.ensure_future(self._clear(worker, lost=kind == "lost"))
                self._clearing.add(task)
                task.add_done_callback(self._clearing.discard)

    async def _heard_in_turn(self, worker: _Worker, begun: float, end: float) -> Message:
        """What a worker says next, unless its time or its turn is over."""
        clock = asyncio.get_running_loop().time
        while True:
            if clock() > begun + _TURN_SECONDS and self._idle.others_wait(worker.asker):
                raise BusyError(
                    f"stopped after {_TURN_SECONDS:g} seconds, since others wait; please ask again"
                )
            look_at = min(end, clock() + _LOOK_EVERY_SECONDS)
            try:
                async with asyncio.timeout_at(look_at):
                    return await self._heard(worker)
            except TimeoutError:
                if clock() >= end:
                    raise

    async def _heard(self, worker: _Worker) -> Message:
        # What somebody waited for who is gone now is still to come: nobody else may ask before.
        if worker.pending is None:
            loop = asyncio.get_running_loop()
            worker.pending = loop.run_in_executor(self._threads, worker.answer)
            worker.pending.add_done_callback(lambda heard: heard.cancelled() or heard.exception())
        message: Message = await asyncio.shield(worker.pending)
        worker.pending = None
        return message

    async def _is_ready(self, worker: _Worker) -> None:
        """Wait until a worker that has just been started can begin with its first job."""
        if not worker.ready:
            worker.ready = (await self._heard(worker))[0] == "ready"

    async def _clear(self, worker: _Worker, *, lost: bool) -> None:
        """Bring a worker whose job nobody waits for back among the idle ones."""
        if not lost:
            try:
                worker.stops.send(worker.number)
                # One that is still loading, or the first time compiling, is not to begin again.
                await self._is_ready(worker)
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    while (await self._heard(worker))[0] == "item":
                        pass
                self._idle.give_back(worker, worker.asker)
                return
            except (EOFError, OSError, TimeoutError):
                pass
        if worker.process.pid is not None:  # it may be lost before it was begun
            worker.process.kill()
        if worker.pending is not None:
            # Its thread reads to the end of the pipe before the pipe's number is another's.
            await asyncio.wait([worker.pending], timeout=_PATIENCE_SECONDS)
        worker.end()
        fresh = _Worker(self._search, self._megabytes)
        self._workers[self._workers.index(worker)] = fresh
        self._idle.give_back(fresh, worker.asker)

    def close(self) -> None:
        for task in self._clearing:
            task.cancel()
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """A process, the way to it and back."""

    def __init__(self, search: bool, megabytes: int | None) -> None:
        context = multiprocessing.get_context("spawn")
        self.jobs, self._theirs = context.Pipe()
        self.stops, self._told = context.Pipe()
        arguments = self._theirs, self._told, os.getpid(), search, megabytes
        self.process = context.Process(target=_work, args=arguments, daemon=True)
        self.number = 0
        """Of the last job."""
        self.pending: asyncio.Future[Message] | None = None
        """The next message, while it is waited for."""
        self.ready = False
        self.asker = ""
        """Who has asked for the job."""

    def begin(self) -> None:
        """Start the process, unless that was done."""
        if self.process.pid is None:
            with interrupts_held_back():
                self.process.start()
            self._theirs.close()
            self._told.close()

    def answer(self) -> Message:
        message: Message = self.jobs.recv()
        return message

    def end(self) -> None:
        if self.process.pid is None:
            self._theirs.close()
            self._told.close()
        else:
            self.process.kill()
            self.process.join()
        self.jobs.close()
        self.stops.close()


def _work(
    jobs: Connection, stops: Connection, parent: int, search: bool, megabytes: int | None
) -> None:
    """What a worker does until its parent is gone."""
    get_ready(parent)
    if megabytes is not None:
        limit_memory(megabytes)
    current, unwanted = (0, threading.Event()), 0

    def listen() -> None:
        nonlocal unwanted
        while True:
            try:
                unwanted = stops.recv()
            except (EOFError, OSError):
                return
            number, stop = current
            if number == unwanted:  # a word that comes late is for a job that is over
                stop.set()

    threading.Thread(target=listen, daemon=True).start()
    if search:
        os.nice(5)
        _warm_up()
    jobs.send(("ready", None))
    while True:
        try:
            number, job, arguments = jobs.recv()
        except (EOFError, OSError):
            return
        stop = threading.Event()
        current = (number, stop)
        if number == unwanted:  # a word that came early
            stop.set()
        try:
            for item in job(*arguments, stop=stop):
                jobs.send(("item", item))
                if stop.is_set():
                    break
            jobs.send(("end", None))
        except EvaluatorError as error:
            jobs.send(("failed", str(error)))
        except KinarowError as error:
            jobs.send(("refused", str(error)))
        except MemoryError:
            jobs.send(("refused", "this takes more memory than the lab has for it"))


def _warm_up() -> None:
    """Load, or the first time compile, what the first move would otherwise wait for."""
    from kinarow.game import VARIANTS
    from kinarow.players import AlphaBetaPlayer

    AlphaBetaPlayer().get_ready(VARIANTS["connect4"].spec)
