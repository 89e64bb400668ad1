"""A player in a process of its own: whatever it does there, only its game is lost.

The process runs `kinarow.players.isolation`, which makes the player and answers questions. What the
player prints goes nowhere, its memory is limited, and it is ended if it takes too long. One that is
being marked is guarded, too (`kinarow.evaluation.guard`).
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any, Final, cast

from kinarow.errors import PlayerError
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.game import GameSpec, Position
from kinarow.players.catalogue import PLAYERS, file_of, parse_player
from kinarow.players.from_file import existing_file
from kinarow.players.isolation import Conditions
from kinarow.players.player import Choice, Player, written

STARTING_SECONDS: Final = 60.0
"""How long making the player may take, imports and compilation of its evaluator included."""
DEFAULT_SECONDS: Final = 60.0
DEFAULT_MEGABYTES: Final = 4096
"""Of address space, of which compiled code takes a good part."""

OUT_OF_TIME: Final = "out of time"
PROCESS_ENDED: Final = "its process ended"


class ForfeitError(PlayerError):
    """A player broke something that costs it the game."""


@dataclass(frozen=True, slots=True)
class IsolatedPlayer:
    """Plays in a process of its own what another player, named by its text, plays."""

    text: str
    name: str
    folder: str
    """Where files that the text names are to be found."""
    deterministic: bool = False
    seconds: float = DEFAULT_SECONDS
    """How long a move may take."""
    megabytes: int = DEFAULT_MEGABYTES
    fingerprint: str = ""
    """Of the user's file, so that an edited player is another one."""
    starting_seconds: float = STARTING_SECONDS
    cpu_seconds: int | None = None
    """How long a process of it may compute in all."""
    warms_up_on: GameSpec | None = None
    """On the empty board of this game it first chooses a move that nobody wants, so that compiling
    does not count as thinking."""
    closed: tuple[str, ...] | None = None
    """What it may not read while it is being marked; None if it is not guarded."""
    meets_itself: bool = True
    """Whether it may be its own opponent, and so needs a process for each side."""
    grace: float = 0.0
    """What a move may take on top: see `PlayerKind`."""
    only_gravity: bool = False
    side: int = 0
    """Which of the two sides it plays."""

    @property
    def identity(self) -> str:
        return f"{self.name} {self.fingerprint}"

    def new_game(self, seed: int) -> None:
        if self.meets_itself:
            object.__setattr__(self, "side", seed % 2)
        self._ask(("new game", seed), self.starting_seconds)

    def end(self) -> None:
        """End its process, if it has one; the next question starts another."""
        _forget(self)

    def choose(self, position: Position) -> Choice:
        answer = self._ask(("choose", position), self.seconds + self.grace)
        if not isinstance(answer, Choice):
            raise ForfeitError(f"answered {type(answer).__name__} instead of a move")
        return answer

    def _ask(self, question: tuple[str, Any], seconds: float) -> Any:
        process = _process_for(self)
        try:
            return process.ask(question, seconds)
        except ForfeitError:
            if process.is_lost:
                _forget(self)  # the next game gets a new one
            raise


class _Process:
    """The other side of a pipe, and a thread that waits for its answers."""

    def __init__(self, player: IsolatedPlayer) -> None:
        conditions = Conditions(
            os.getpid(), player.seconds, player.starting_seconds, player.megabytes,
            player.cpu_seconds,
            None if player.closed is None else list(player.closed),
        )  # fmt: skip
        # With -P, a user's random.py beside the bot does not stand for Python's own.
        command = [sys.executable, "-P", "-m", "kinarow.players.isolation"]
        self.child = subprocess.Popen(
            [*command, json.dumps(asdict(conditions))],
            cwd=player.folder,
            # Threads for matrices would take address space on machines with many cores.
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that it can be ended with all that it started
        )
        self.is_lost = False
        """Whether it can answer no more; an error is an answer, too."""
        self.answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        assert self.child.stdout is not None
        self.reader = threading.Thread(
            target=_read, args=(self.child.stdout, self.answers), daemon=True
        )
        self.reader.start()
        try:
            self.ask(("make", player.text), player.starting_seconds)
            if player.warms_up_on is not None:
                start = Position.start(player.warms_up_on)
                self.ask(("warm up", start), player.starting_seconds)
        except ForfeitError:
            self.end()
            raise

    def ask(self, question: tuple[str, Any], seconds: float) -> Any:
        assert self.child.stdin is not None
        try:
            pickle.dump(question, self.child.stdin)
            self.child.stdin.flush()
            kind, answer = self.answers.get(timeout=seconds)
        except queue.Empty:
            self.is_lost = True
            raise ForfeitError(f"{OUT_OF_TIME}: more than {seconds:g} s") from None
        except OSError:
            kind, answer = "ended", None
        if kind == "answer":
            return answer
        if kind == "error":
            raise ForfeitError(answer)
        self.is_lost = True
        raise ForfeitError(f"{PROCESS_ENDED}{self._exit_code()}")

    def _exit_code(self) -> str:
        try:
            code = self.child.wait(1)
        except subprocess.TimeoutExpired:
            return ""
        if hasattr(signal, "SIGXCPU") and code == -signal.SIGXCPU:
            return ": its computing time was used up"
        return f" with signal {-code}" if code < 0 else f" with exit code {code}"

    def end(self) -> None:
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError):
                os.killpg(self.child.pid, signal.SIGKILL)
        self.child.kill()
        self.child.wait()
        self.reader.join(1)
        for pipe in (self.child.stdin, self.child.stdout):
            with suppress(OSError):  # what was still to be written has no reader any more
                assert pipe is not None
                pipe.close()


def _read(pipe: IO[bytes], answers: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            answers.put(pickle.load(pipe))
    except Exception:  # the pipe is closed, or what came through it was no answer
        answers.put(("ended", None))


_processes: dict[tuple[int, IsolatedPlayer], _Process] = {}
"""By thread and player: games in several threads do not share a player."""


def _process_for(player: IsolatedPlayer) -> _Process:
    key = (threading.get_ident(), replace(player))  # a copy: the player's side will change
    if key not in _processes:
        _processes[key] = _Process(player)
    return _processes[key]


def _forget(player: IsolatedPlayer) -> None:
    process = _processes.pop((threading.get_ident(), player), None)
    if process is not None:
        process.end()


@atexit.register
def end_all() -> None:
    """End the processes of all players of this process."""
    for key in list(_processes):
        _processes.pop(key).end()


@dataclass(frozen=True, slots=True)
class _Unread:
    """Stands for an evaluator in a user's file, which only the player's own process reads."""

    name: str


def contestant(
    text: str, *, seconds: float | None = None, megabytes: int = DEFAULT_MEGABYTES
) -> Player:
    """The player that a text describes; one that runs a user's code plays in its own process, and
    its file is not even read in this one. `seconds` is what a move may take: without, what its
    framework allows, or a minute."""
    text = text.strip()
    files: list[Path] = []

    def find(name: str) -> AnyEvaluator:
        file = name.rpartition(":")[0] if not name.endswith(".py") else name
        if not file.endswith(".py"):
            return load_evaluator(name)
        files.append(existing_file(Path(file)))
        return cast(AnyEvaluator, _Unread(name))

    file, grace, only_gravity = file_of(text), 0.0, False
    if file is not None:
        files.append(existing_file(file))
        name, deterministic = text, False  # nobody can know
        kind = PLAYERS[text.partition(":")[0]]
        grace, only_gravity = kind.grace, kind.only_gravity
        if "seconds" in kind.options and seconds is not None and ",seconds=" not in text:
            text += f",seconds={written(seconds)}"  # so that it knows what it may take
    else:
        player = parse_player(text, find)
        if not files:
            return player
        name, deterministic = player.name, player.deterministic
    fingerprint = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    limit = DEFAULT_SECONDS if seconds is None else seconds
    return IsolatedPlayer(
        text, name, os.getcwd(), deterministic, limit, megabytes, fingerprint, grace, only_gravity
    )
