"""Worker processes: streams, stops, losses, and a queue that ends somewhere."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from kinarow.errors import KinarowError
from kinarow.web.hosting.fair_queue import BusyError
from kinarow.web.lab.worker_pool import Thinkers

pytestmark = pytest.mark.slow


def count(most: int, *, stop: threading.Event) -> Iterator[int]:
    for number in range(most):
        yield number
        if stop.wait(0.05):
            return


def who(*, stop: threading.Event) -> Iterator[int]:
    del stop
    yield os.getpid()


def wait_for_stop(*, stop: threading.Event) -> Iterator[int]:
    stop.wait(30)
    return iter(())


def refuse(*, stop: threading.Event) -> Iterator[int]:
    yield 1
    raise KinarowError(f"no, said {stop.is_set()}")


def die(*, stop: threading.Event) -> Iterator[int]:
    yield 1
    if not stop.is_set():
        os._exit(1)


def test_jobs_stream_stop_refuse_and_die() -> None:
    async def scenario() -> None:
        thinkers = Thinkers(1, most_waiting=1)
        try:
            assert await thinkers.run(count, 3) == 2
            # Nobody listens after the second item: the job is stopped, the worker is free again.
            stream = thinkers.stream(count, 10_000)
            assert [await anext(stream), await anext(stream)] == [0, 1]
            await stream.aclose()
            assert await thinkers.run(count, 2) == 1
            # Nor is a worker lost whose listener leaves while it is silent.
            before = await thinkers.run(who)
            for _ in range(3):
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.3):
                        await thinkers.run(wait_for_stop)
                assert await thinkers.run(count, 1) == 0
            assert await thinkers.run(who) == before
            with pytest.raises(KinarowError, match="no, said False"):
                await thinkers.run(refuse)
            with pytest.raises(KinarowError, match="was lost"):
                await thinkers.run(die)
            assert await thinkers.run(count, 2) == 1  # by a new process
            # One works, one waits, the third is refused.
            working = thinkers.stream(count, 3)
            assert await anext(working) == 0
            waiting = asyncio.ensure_future(thinkers.run(count, 1))
            await asyncio.sleep(0)
            with pytest.raises(BusyError):
                await thinkers.run(count, 1)
            assert [number async for number in working] == [1, 2]
            assert await waiting == 0
        finally:
            thinkers.close()

    run_apart(scenario())


def test_no_more_processes_are_begun_than_are_needed_at_a_time() -> None:
    async def scenario() -> None:
        thinkers = Thinkers(3, most_waiting=1, search=False)
        try:
            thinkers.begin_one()
            begun = [worker.process.pid for worker in thinkers._workers]
            first = await thinkers.run(who)
            assert begun == [first, None, None]
            assert [await thinkers.run(who) for _ in range(3)] == 3 * [first]
            working = thinkers.stream(count, 3)
            assert await anext(working) == 0
            assert await thinkers.run(who) != first
            assert [number async for number in working] == [1, 2]
            begun = [worker.process.pid for worker in thinkers._workers]
            assert (begun[0], begun[2]) == (first, None)
        finally:
            thinkers.close()

    run_apart(scenario())


def test_a_worker_that_is_still_loading_is_not_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a new machine, where it compiles, and someone who asks leaves before it is ready."""
    monkeypatch.setattr("kinarow.web.lab.worker_pool._PATIENCE_SECONDS", 0.001)

    async def scenario() -> None:
        thinkers = Thinkers(1, most_waiting=1)
        (worker,) = thinkers._workers
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01):
                    await thinkers.run(count, 10_000)
            while not worker.ready:
                assert thinkers._workers == [worker]
                await asyncio.sleep(0.01)
        finally:
            thinkers.close()

    run_apart(scenario())


def test_a_process_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where there is no memory for one more, for a moment."""
    start, failures = BaseProcess.start, [OSError(errno.ENOMEM, "no memory")]

    def start_later(process: BaseProcess) -> None:
        if failures:
            raise failures.pop()
        start(process)

    monkeypatch.setattr(BaseProcess, "start", start_later)

    async def scenario() -> None:
        thinkers = Thinkers(1, most_waiting=1, search=False)
        try:
            with pytest.raises(KinarowError, match="was lost"):
                await thinkers.run(count, 1)
            async with asyncio.timeout(60):
                assert await thinkers.run(count, 2) == 1
        finally:
            thinkers.close()

    run_apart(scenario())


def test_a_long_job_makes_way_for_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinarow.web.lab.worker_pool._TURN_SECONDS", 0.0)
    monkeypatch.setattr("kinarow.web.lab.worker_pool._LOOK_EVERY_SECONDS", 0.01)

    async def scenario() -> None:
        thinkers = Thinkers(1, most_waiting=5, search=False)
        try:
            long = thinkers.stream(count, 10_000, asker="greedy")
            assert [await anext(long), await anext(long)] == [0, 1]
            own = asyncio.ensure_future(thinkers.run(count, 1, asker="greedy"))
            await asyncio.sleep(0)
            assert await anext(long) == 2  # nobody else waits
            other = asyncio.ensure_future(thinkers.run(count, 1, asker="other"))
            with pytest.raises(BusyError, match="since others wait"):
                async for _ in long:
                    pass
            own.cancel()
            assert await other == 0
        finally:
            thinkers.close()

    run_apart(scenario())


def run_apart(scenario: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: the one of the tests may have a loop already."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario).result()
