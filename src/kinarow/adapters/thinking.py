"""A player that thinks while commands are read, that can be hurried, and that keeps to its time.

A search within limits ends when it is told to, with the best move so far. No other player can be
hurried, so each of them thinks in a process of its own; when its time is up, that process is ended,
and a quick search finds a move instead.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotReadyError
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol

from kinarow.errors import KinarowError, PlayerError
from kinarow.game import GameSpec, Position
from kinarow.players import AlphaBetaPlayer, Choice
from kinarow.players.builtin.searcher import LimitedPlayer
from kinarow.players.isolated.child_process import STARTING_SECONDS
from kinarow.players.isolated.player import contestant
from kinarow.players.isolated.process import Isolation, PlayerProcess
from kinarow.players.isolated.questions import CHOOSE, GET_READY, NEW_GAME, PLAYER
from kinarow.players.player import ForfeitError, LateError
from kinarow.players.registry import describe
from kinarow.search.limits import DEEPEST
from kinarow.work.budget import least
from kinarow.work.deadline import MOST_SECONDS

_QUICK: Final = AlphaBetaPlayer(nodes=1000)
_WARMING_UP_SECONDS: Final = 3.0
_LOOK_EVERY_SECONDS: Final = 0.02


@dataclass(frozen=True, slots=True)
class Asked:
    """What a player may spend on a move, besides its own limits, which hold too."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


Tell = Callable[[Choice], None]


class _Mind(Protocol):
    """How a kind of player thinks."""

    def get_ready(self, spec: GameSpec) -> None: ...

    def think(self, position: Position, asked: Asked, stop: threading.Event, tell: Tell) -> Choice:
        """The choice; what is known before is told."""
        ...

    def ends_by_itself(self, asked: Asked) -> bool:
        """Whether it comes to an end without being hurried, at least in principle."""
        ...

    def hurry(self) -> None:
        """Called besides setting `stop`."""
        ...

    def close(self) -> None: ...


class Thinker:
    """One player, at most one position at a time."""

    def __init__(self, text: str) -> None:
        entered, described = contestant(text), describe(text)
        # A player's file is run by the process that plays, and only there.
        player = entered if described.kind.runs_files else described.make()
        self.name, self._why_not = entered.name, entered.why_not
        self.evaluator = player.evaluator if isinstance(player, AlphaBetaPlayer) else None
        """What it judges by, if that can be asked in this process."""
        self._mind: _Mind = (
            _Searching(player) if isinstance(player, LimitedPlayer) else _Apart(text)
        )
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self.is_busy = False
        self._ends = True

    def get_ready(self, spec: GameSpec) -> None:
        """A new game: load or compile what the first move would otherwise wait for."""
        why_not = self._why_not(spec)
        if why_not:
            raise PlayerError(f"{self.name} cannot play {spec}: {why_not}")
        self.wait()
        self._mind.get_ready(spec)

    def begin(
        self,
        position: Position,
        asked: Asked,
        tell: Tell,
        answer: Tell,
        fail: Callable[[str], None],
    ) -> None:
        """Think in the background; in the end `answer` or `fail` is called once."""
        self.wait()
        stop = self._stop = threading.Event()
        self._ends, self.is_busy = self._mind.ends_by_itself(asked), True

        def work() -> None:
            try:
                choice = self._mind.think(position, asked, stop, tell)
                say = partial(answer, choice)
            except KinarowError as error:
                say = partial(fail, str(error))
            except Exception as error:  # whatever it is, who asked must not wait for ever
                say = partial(fail, f"{type(error).__name__}: {error}")
            finally:
                self.is_busy = False  # who hears the answer may ask again at once
            say()

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    def hurry(self) -> None:
        """The answer is wanted now."""
        if self.is_busy:
            self._stop.set()
            self._mind.hurry()

    def wait(self) -> None:
        """Until the answer is out."""
        if self._thread is not None:
            self._thread.join()

    def finish(self) -> None:
        """Until the answer is out; who would think for ever is hurried."""
        if not self._ends:
            self.hurry()
        self.wait()

    def close(self) -> None:
        """No answer is wanted any more."""
        self.hurry()
        self.wait()
        self._mind.close()


class _Searching:
    """A search, in this process."""

    def __init__(self, player: LimitedPlayer) -> None:
        self.player = player

    def get_ready(self, spec: GameSpec) -> None:
        self.player.get_ready(spec)

    def think(self, position: Position, asked: Asked, stop: threading.Event, tell: Tell) -> Choice:
        for choice in self._within(asked).think(position, stop):
            tell(choice)
        return choice

    def ends_by_itself(self, asked: Asked) -> bool:
        within = self._within(asked)
        return bool(within.nodes or within.seconds or (within.depth or DEEPEST) < DEEPEST)

    def _within(self, asked: Asked) -> LimitedPlayer:
        own = self.player
        return own.within(
            least(own.depth, asked.depth),
            least(own.nodes, asked.nodes),
            least(own.seconds, asked.seconds),
        )

    def hurry(self) -> None:
        pass

    def close(self) -> None:
        pass


class _Apart:
    """Any other player, in a process that can be ended."""

    def __init__(self, text: str) -> None:
        self.text, self.games, self.is_warm = text, 0, False
        self.spec: GameSpec | None = None
        """Of the game that is being played."""
        # Linux ends such a process with the thread that started it, so that must live on.
        self.maker = ThreadPoolExecutor(1)
        self.process = self._start()

    def get_ready(self, spec: GameSpec) -> None:
        self.games, self.spec = self.games + 1, spec
        _QUICK.get_ready(spec)
        self._ask((NEW_GAME, self.games), MOST_SECONDS)
        self._ask((GET_READY, spec), MOST_SECONDS)
        if not self.is_warm:
            self.is_warm = True
            with suppress(ForfeitError):
                self._ask((CHOOSE, Position.start(spec)), _WARMING_UP_SECONDS)

    def think(self, position: Position, asked: Asked, stop: threading.Event, tell: Tell) -> Choice:
        try:
            choice: Choice = self._ask((CHOOSE, position), asked.seconds or MOST_SECONDS, stop)
        except ForfeitError as error:
            if not isinstance(error, LateError) and not stop.is_set():
                raise
            quick = _QUICK.choose(position)
            return replace(quick, reason=f"there was no time for {self.text}: {quick.reason}")
        tell(choice)
        return choice

    def ends_by_itself(self, asked: Asked) -> bool:
        return True

    def hurry(self) -> None:
        if self.process.done():
            _end(self.process)

    def close(self) -> None:
        self.process.add_done_callback(_end)  # at once, or as soon as it is made
        self.maker.shutdown(wait=False)

    def _start(self) -> Future[PlayerProcess]:
        """Starting takes a second, which the opponent's time is good for."""
        return self.maker.submit(self._make)

    def _make(self) -> PlayerProcess:
        process = PlayerProcess(Isolation(os.getcwd()), (PLAYER, self.text), MOST_SECONDS)
        process.ask((NEW_GAME, self.games), STARTING_SECONDS)
        if self.spec is not None:
            process.ask((GET_READY, self.spec), STARTING_SECONDS)
        return process

    def _ask(
        self, question: tuple[str, object], seconds: float, stop: threading.Event | None = None
    ) -> Any:
        until = time.monotonic() + seconds
        process = None
        try:
            while process is None:
                with suppress(NotReadyError):
                    process = self.process.result(_LOOK_EVERY_SECONDS)
                if process is not None and process.is_lost:  # hurried after it had answered
                    self.process, process = self._start(), None
                # Whoever hurries a process that is not made yet cannot end it.
                if time.monotonic() > until or (stop and stop.is_set()):
                    raise LateError(seconds)
            return process.ask(question, max(0.0, until - time.monotonic()))
        except ForfeitError:
            if process is not None:
                process.end()
            if self.process.done():
                self.process = self._start()
            raise


def _end(made: Future[PlayerProcess]) -> None:
    if made.exception() is None:
        made.result().end()
