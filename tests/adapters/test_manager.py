"""kinarow as a brain under a manager that was written without it: no move is illegal, none late."""

from __future__ import annotations

import queue
import random
import subprocess
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from kinarow.adapters import gomocup_engine
from kinarow.adapters.gomocup_engine import GomocupEngine
from kinarow.adapters.thinking import Asked, Tell
from kinarow.game import GameSpec, Position
from kinarow.players import Choice
from tests.adapters.manager import Judge, Settings
from tests.running import KINAROW
from tests.strategies import SOAKING, examples

FOREVER = 240.0
MANY_SECONDS = 3_600_000


class InThread:
    """An engine that serves in a thread of its own, spoken to as if through pipes."""

    def __init__(self, player: str) -> None:
        self._said: queue.Queue[str] = queue.Queue()
        self._to_say: queue.Queue[str] = queue.Queue()
        self.engine = GomocupEngine(player, lambda line: self._said.put(line.rstrip("\n")))
        self.thread = threading.Thread(target=lambda: self.engine.serve(self._lines()), daemon=True)
        self.thread.start()

    def _lines(self) -> Iterator[str]:
        while True:
            yield self._to_say.get()

    def say(self, *lines: str) -> None:
        for line in lines:
            self._to_say.put(line)

    def hear(self) -> str:
        return self._said.get(timeout=FOREVER)

    def now(self) -> float:
        return 0.0  # nothing is late here; limits are for the other tests


def boards() -> st.SearchStrategy[tuple[int, int]]:
    side = st.integers(1, 12)
    return st.tuples(side, side).filter(lambda size: max(size) >= 5)


@settings(max_examples=examples(10), deadline=None)
@given(
    boards(),
    st.sampled_from([0, 1]),
    st.sampled_from(["alphabeta:depth=1", "alphabeta:depth=2"]),
    st.integers(0, 2**32),
)
def test_no_move_is_illegal_whatever_is_taken_back_or_started_anew(
    size: tuple[int, int], rule: int, player: str, seed: int
) -> None:
    talk = InThread(player)
    judge = Judge(talk, Settings(*size, rule, MANY_SECONDS, 0), random.Random(seed))
    judge.match(games=2)
    talk.thread.join(FOREVER)
    assert not judge.faults


class Clock:
    """Time that passes only as somebody says."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds


class Greedy:
    """Uses all the time that it is given, and plays at random."""

    def __init__(self, clock: Clock, luck: random.Random) -> None:
        self.clock, self.luck = clock, luck
        self.name, self.evaluator = "greedy", None
        self.known: set[GameSpec] = set()

    def get_ready(self, spec: GameSpec) -> None:
        if spec not in self.known:  # which is for START, when nobody's time runs
            self.clock.seconds += 10
        self.known.add(spec)

    def begin(
        self, position: Position, asked: Asked, tell: Tell, answer: Tell, fail: object
    ) -> None:
        assert asked.seconds is not None
        self.clock.seconds += asked.seconds
        answer(Choice(self.luck.choice(position.legal_moves())))

    def wait(self) -> None:
        pass

    finish = close = wait


class ByTheClock(InThread):
    """The same with a player that is greedy for time."""

    def __init__(self, clock: Clock, luck: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(gomocup_engine, "Thinker", lambda text: Greedy(clock, luck))
        monkeypatch.setattr(gomocup_engine, "time", SimpleNamespace(monotonic=clock.monotonic))
        super().__init__("greedy")
        self.clock = clock

    def now(self) -> float:
        return 1000 * self.clock.seconds


@settings(max_examples=examples(100), deadline=None)
@given(
    boards(),
    st.sampled_from([0, 1]),
    st.sampled_from([20, 100, 1000, 30_000]),
    st.sampled_from([0, 1000, 10_000, 180_000]),
    st.booleans(),
    st.integers(0, 2**32),
)
@example((15, 15), 1, 1000, 10_000, True, 1)  # a match's time that all of its turns would exceed
@example((15, 15), 1, 1000, 10_000, False, 1)
def test_no_move_is_late_however_greedy_the_player(
    size: tuple[int, int], rule: int, turn: int, match: int, tells: bool, seed: int
) -> None:
    assume(match == 0 or match > turn)
    luck = random.Random(seed)
    with pytest.MonkeyPatch.context() as patched:
        talk = ByTheClock(Clock(), luck, patched)
        judge = Judge(talk, Settings(*size, rule, turn, match, tells), luck)
        judge.match(games=2)
        talk.thread.join(FOREVER)
    assert not judge.faults


def test_the_judge_finds_faults() -> None:
    """A judge that lets everything pass would show nothing."""

    class Stubborn:
        time = 0.0

        def say(self, *lines: str) -> None:
            self.last = lines[-1]

        def hear(self) -> str:
            self.time += 2000
            return "OK" if self.last.startswith(("START", "RESTART", "TAKEBACK")) else "0,0"

        def now(self) -> float:
            return self.time

    def first_fault(turn: int, match: int) -> str:
        judge = Judge(Stubborn(), Settings(9, 9, 0, turn, match), random.Random(1))
        judge.game()
        return judge.faults[0]

    assert first_fault(1000, 0).startswith("late")
    assert first_fault(5000, 1000).startswith("the match's time is up")
    assert first_fault(5000, 0).startswith("illegal")


class ThroughPipes:
    """`kinarow gomocup` as a process, and the clock on the wall."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*KINAROW, "gomocup", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\r\n" for line in lines))
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "the brain has left"
        return line.strip()

    def now(self) -> float:
        return 1000 * time.monotonic()


@pytest.mark.slow
def test_games_through_pipes_under_the_clock_on_the_wall() -> None:
    """Limits are far beyond what its nodes take, on any machine."""
    talk = ThroughPipes("--player", "alphabeta:nodes=300")
    judge = Judge(talk, Settings(9, 9, 1, 60_000, MANY_SECONDS), random.Random(3))
    with talk.process:
        judge.match(games=20 if SOAKING else 1)
        assert talk.process.wait(FOREVER) == 0
    assert not judge.faults
