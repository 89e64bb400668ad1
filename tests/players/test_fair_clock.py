"""A player's time is its own: what it waits for a processor, which others have, does not count."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from kinarow.game import Position
from kinarow.players.isolated import fair_clock
from kinarow.players.isolated import player as isolated
from kinarow.players.isolated.fair_clock import STRETCH, FairClock, TooBusyError
from kinarow.players.isolated.player import IsolatedPlayer, end_all
from kinarow.players.isolated.process import Isolation
from kinarow.players.isolated.questions import NEW_GAME
from kinarow.players.player import LateError
from kinarow.sandbox.limits.processes import all_below
from kinarow.work.processor_time import OwnTime, Seconds, thread_time
from tests.sandbox.attacking import needs_any_sandbox

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.path.exists("/proc/self/schedstat"), reason="the kernel does not say what waits"
    ),
]

COMPUTES = """\
import time
def choose(board, me, opponent):
    end = time.process_time() + 0.25
    while time.process_time() < end:
        pass
    return 3
"""
SLEEPS = """\
import time
def choose(board, me, opponent):
    time.sleep(30)
"""
HOLDS_ITSELF_UP = """\
import os
def choose(board, me, opponent):
    for _ in range(25):
        if os.fork() == 0:
            break
    while True:
        pass
"""
"""Children, whom it waits for as long as they compute, would be worth as many more moves."""


HIDES_WHO_HOLDS_IT_UP = """\
import os, signal, time
def choose(board, me, opponent):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        try:
            is_child = os.fork() == 0
        except OSError:
            continue
        if is_child:
            end = time.process_time() + 0.01
            while time.process_time() < end:
                pass
            os._exit(0)
        end = time.process_time() + 0.002
        while time.process_time() < end:
            pass
"""
"""Children that are gone before anybody looks, and tell nobody what they did."""


@contextmanager
def playing(code: str, seconds: float) -> Iterator[IsolatedPlayer]:
    needs_any_sandbox()
    with tempfile.TemporaryDirectory(prefix="bots-") as name:
        os.chmod(name, 0o755)
        Path(name, "bot.py").write_text(code)
        isolation = Isolation(name, file="bot.py", sandboxed=True, megabytes=1024)
        player = IsolatedPlayer("file:bot.py", "bot", isolation, seconds=seconds)
        player.new_game(0)
        yield player
    end_all()


@contextmanager
def busy_neighbours(player: IsolatedPlayer) -> Iterator[None]:
    """Six other processes that want the same core, each in a session of its own."""
    process = isolated._process_for(player)
    *_, inside = all_below(process.child.pid)
    (core,) = os.sched_getaffinity(inside)
    code = f"import os\nos.sched_setaffinity(0, [{core}])\nprint(flush=True)\nwhile True: pass"
    neighbours = [
        subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", code], stdout=subprocess.PIPE, start_new_session=True
        )
        for _ in range(6)
    ]
    try:
        for neighbour in neighbours:
            assert neighbour.stdout is not None
            neighbour.stdout.readline()
        yield
    finally:
        for neighbour in neighbours:
            with neighbour:
                neighbour.kill()


def test_a_move_counts_the_same_beside_busy_neighbours() -> None:
    with playing(COMPUTES, 1.0) as player, busy_neighbours(player):
        clock = isolated._process_for(player).clock
        counted, waited, begun = clock.counted, clock.waited, time.monotonic()
        assert player.choose(Position.start()).move.column == 3
        took = time.monotonic() - begun
        assert took > 1, "there was nothing to wait for"
        assert 0.2 < clock.counted - counted < 0.7
        assert clock.waited - waited > 0.4


@pytest.mark.parametrize("code", [SLEEPS, HOLDS_ITSELF_UP, HIDES_WHO_HOLDS_IT_UP])
def test_who_waits_for_itself_waits_at_its_own_cost(code: str) -> None:
    with playing(code, 0.4) as player:
        begun = time.monotonic()
        with pytest.raises(LateError):
            player.choose(Position.start())
        assert time.monotonic() - begun < STRETCH * 0.4  # by when it would be nobody's fault


def test_reading_a_long_answer_is_its_own_time() -> None:
    """A megabyte takes most of a second, as often as it is asked anything."""
    with playing(COMPUTES, 1.0) as player:
        process = isolated._process_for(player)
        spent = process.allowance.spent
        process.ask_for(lambda _: time.sleep(0.2), (NEW_GAME, 0), 5.0)
        assert process.allowance.spent - spent > 0.15


def test_nobody_knows_when_it_is_looked_at() -> None:
    """Children that compute between two looks, and are gone by then, would be worth as much time
    again: what they keep their parent waiting would be somebody else's."""
    with playing(SLEEPS, 0.6) as player:
        answers, pauses = isolated._process_for(player).answers, list[float]()
        get = answers.get

        def noting(block: bool = True, timeout: float | None = None) -> bytes:
            pauses.append(timeout or 0.0)
            return get(block, timeout)

        answers.get = noting  # type: ignore[method-assign]
        with pytest.raises(LateError):
            player.choose(Position.start())
        # The first is shorter, then comes what is left, and what is forgotten at the end.
        usual = [pause for pause in pauses[1:] if pause > 0.5 * fair_clock.LOOK_EVERY][:-1]
        assert len(usual) >= 2
        assert len({round(pause, 4) for pause in usual}) == len(usual)
        assert max(pauses) <= 1.5 * fair_clock.LOOK_EVERY


class Told(NamedTuple):
    """A thread, as the kernel could tell of it: the same between any two looks."""

    ran: float
    waited: float

    def since(self) -> Seconds:
        return Seconds(self.ran, self.waited)

    def is_ready(self) -> bool:
        return False


@pytest.mark.parametrize(
    ("threads", "waited"),
    [
        ([Told(0.1, 0.8)], 0.8),  # somebody else had the processor
        ([Told(0.1, 0.8), Told(0.8, 0.1)], 0.0),  # it had it itself
        ([Told(0.1, 0.8), Told(0.3, 0.6)], 0.5),
        ([Told(0.04, 0.4)] * 10 + [Told(0.1, 0.3)], 0.0),  # and slept for the rest
    ],
)
def test_what_threads_keep_each_other_waiting_counts(
    monkeypatch: pytest.MonkeyPatch, threads: list[Told], waited: float
) -> None:
    clock, now = clock_of(monkeypatch, threads)
    now[0] += 1
    clock.look(closely=True)
    assert (clock.counted, clock.waited) == pytest.approx((1 - waited, waited))


def test_where_a_thread_has_come_or_gone_all_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows whom it has kept waiting meanwhile."""
    threads = [Told(0.1, 0.8)]
    clock, now = clock_of(monkeypatch, threads)
    threads.append(Told(0.0, 0.0))
    for counted in (1.0, 1.2, 2.2):
        now[0] += 1
        clock.look(closely=True)
        assert clock.counted == pytest.approx(counted)
        if len(threads) == 2 and counted == 1.2:
            threads.pop()


def clock_of(monkeypatch: pytest.MonkeyPatch, threads: list[Told]) -> tuple[FairClock, list[float]]:
    """One that has looked at these threads once, and its time."""
    clock, now = FairClock(os.getpid(), [], is_players=False), [100.0]
    monkeypatch.setattr(f"{fair_clock.__name__}.time.monotonic", lambda: now[0])
    monkeypatch.setattr(fair_clock, "_threads", lambda process: [process])
    monkeypatch.setattr(fair_clock, "thread_time", lambda process, *_, **__: threads[process])
    monkeypatch.setattr(clock, "_processes", lambda: iter(range(len(threads))))
    monkeypatch.setattr(clock, "_first", [])
    monkeypatch.setattr(clock, "_own", [])
    clock.begin()
    clock.look(closely=True)
    return clock, now


def test_there_is_an_end_to_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is nobody's fault."""
    monkeypatch.setattr(fair_clock, "STRETCH", 2)
    monkeypatch.setattr(fair_clock, "LEAST_PATIENCE", 0.4)
    with (
        playing(COMPUTES, 0.24) as player,
        busy_neighbours(player),
        pytest.raises(TooBusyError, match=r"too busy to be fair: of 0\.48 s"),
    ):
        player.choose(Position.start())


def test_time_of_this_thread() -> None:
    clock = OwnTime()
    time.sleep(0.05)
    assert 0.04 < clock.since() < 5
    end = time.thread_time() + 0.05
    while time.thread_time() < end:
        pass
    assert 0.04 < clock.since() < 0.2
    assert thread_time(2**22 + 1, 2**22 + 1) is None


def test_a_clock_of_processes_that_are_gone_counts_all() -> None:
    gone = subprocess.Popen([sys.executable, "-I", "-S", "-c", ""])
    clock = FairClock(gone.pid, [], is_players=True)
    gone.wait()
    clock.begin()
    time.sleep(0.1)
    clock.look(closely=True)
    assert clock.counted > 0.05
