"""Fair turns: for workers that think, and for tournaments that play."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kinarow.web.hosting.fair_queue import BusyError, FairQueue
from kinarow.web.tournaments import turns
from kinarow.web.tournaments.turns import Turns
from tests.running import wait_until


def run_apart(scenario: Coroutine[Any, Any, None]) -> None:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario).result()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_one_question_does_not_wait_for_a_hundred_of_somebody_else() -> None:
    async def scenario() -> None:
        queue: FairQueue[str] = FairQueue(most_waiting=200)
        queue.add("worker")
        order: list[str] = []

        async def ask(asker: str) -> None:
            worker = await queue.get(asker)
            order.append(asker)
            await asyncio.sleep(0)
            queue.give_back(worker, asker)

        greedy = [asyncio.ensure_future(ask("greedy")) for _ in range(100)]
        await settle()
        others = [asyncio.ensure_future(ask(name)) for name in ("one", "two", "one")]
        await asyncio.gather(*greedy, *others)
        last = len(order) - order[::-1].index("one")
        assert last <= order.index("one") + 4
        assert order.index("two") <= order.index("one") + 2
        assert sorted(order) == sorted(["greedy"] * 100 + ["one", "two", "one"])
        assert queue.qsize() == 1

    run_apart(scenario())


def test_one_may_not_have_all_workers() -> None:
    async def scenario() -> None:
        queue: FairQueue[int] = FairQueue(most_waiting=10, most_at_once=2)
        for number in range(3):
            queue.add(number)
        had = [await queue.get("greedy"), await queue.get("greedy")]
        third = asyncio.ensure_future(queue.get("greedy"))
        await settle()
        assert not third.done()
        assert not queue.others_wait("other")  # whom that would help
        other = await queue.get("other")
        queue.give_back(had[0], "greedy")
        assert await third == had[0] or not queue.empty()
        queue.give_back(other, "other")

    run_apart(scenario())


def test_too_many_questions_are_refused_and_the_greediest_makes_room() -> None:
    async def scenario() -> None:
        queue: FairQueue[str] = FairQueue(most_waiting=6, most_of_one=4)
        queue.add("worker")
        await queue.get("greedy")
        waiting = [asyncio.ensure_future(queue.get("greedy")) for _ in range(4)]
        await settle()
        with pytest.raises(BusyError, match="4 of your questions wait already"):
            await queue.get("greedy")
        others = [asyncio.ensure_future(queue.get(name)) for name in ("a", "b")]
        await settle()
        late = asyncio.ensure_future(queue.get("c"))
        await settle()
        with pytest.raises(BusyError, match="you have asked most"):
            await waiting[3]
        assert not late.done()
        for task in (*waiting[:3], *others, late):
            task.cancel()
        await settle()
        assert not queue.others_wait("")
        queue.give_back("worker", "greedy")
        assert await queue.get("c") == "worker"

    run_apart(scenario())


def test_a_worker_given_to_who_has_just_left_is_not_lost() -> None:
    async def scenario() -> None:
        queue: FairQueue[str] = FairQueue(most_waiting=6)
        queue.add("worker")
        await queue.get("first")
        leaving = asyncio.ensure_future(queue.get("leaving"))
        await settle()
        queue.give_back("worker", "first")
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        assert await queue.get("next") == "worker"
        assert not queue._working["leaving"]

    run_apart(scenario())


def test_tournaments_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TURN_SECONDS", 0.0)
    places = Turns(1)
    stop, played = threading.Event(), list[str]()

    def play(owner: str) -> None:
        while not stop.is_set():
            with places.turn(owner, stop) as turn:
                if not stop.is_set():
                    played.append(owner)
                wait_until(turn.is_set, "the turn does not end")

    threads = [threading.Thread(target=play, args=(owner,)) for owner in ("a", "a", "a", "b")]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(played) >= 9, "nobody plays")
    stop.set()
    for thread in threads:
        thread.join()
    assert "b" in played[:5]
    assert played.count("a") >= 3


def test_who_plays_alone_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TURN_SECONDS", 0.0)
    places, stop = Turns(2), threading.Event()
    with places.turn("a", stop) as turn, places.turn("a", stop):
        assert not turn.is_set()
        with ThreadPoolExecutor(1) as thread:
            waiting = thread.submit(places.turn("b", stop).__enter__)
            wait_until(turn.is_set, "nobody waits")
            stop.set()
            waiting.result()
