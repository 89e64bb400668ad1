"""A player in a process of its own: whatever it does there, only its game is lost.

The process runs `kinarow.players.isolation`, which makes the player and answers questions. What the
player prints goes nowhere, its memory is limited, and it is ended if it takes too long.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, cast

from kinarow.errors import PlayerError
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.game import Position
from kinarow.players.catalogue import ENGINE, PLAYERS, parse_player
from kinarow.players.child import DEFAULT_MEGABYTES, STARTING_SECONDS, how_it_ended, kill_group
from kinarow.players.engines.player import EnginePlayer
from kinarow.players.player import Choice, ForfeitError, LateError, Player

DEFAULT_SECONDS: Final = 60.0


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
    side: int = 0
    """Which of the two sides it plays: a player that plays itself needs two processes."""

    @property
    def identity(self) -> str:
        return f"{self.name} {self.fingerprint}"

    def new_game(self, seed: int) -> None:
        object.__setattr__(self, "side", seed % 2)
        self._ask(("new game", seed), STARTING_SECONDS)

    def choose(self, position: Position) -> Choice:
        answer = self._ask(("choose", position), self.seconds)
        if not isinstance(answer, Choice):
            raise ForfeitError(f"answered {type(answer).__name__} instead of a move")
        return answer

    def _ask(self, question: tuple[str, Any], seconds: float) -> Any:
        process = _process_for(self)
        try:
            return process.ask(question, seconds)
        except ForfeitError:
            _forget(self)  # the next game gets a new one
            raise


class PlayerProcess:
    """The other side of a pipe, and a thread that waits for its answers."""

    def __init__(self, text: str, folder: str, megabytes: int, seconds: float) -> None:
        # With -P, a user's random.py beside the bot does not stand for Python's own.
        limits = [str(megabytes), str(seconds), str(os.getpid())]
        command = [sys.executable, "-P", "-m", "kinarow.players.isolation", *limits]
        self.child = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that it can be ended with all that it started
        )
        self.answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        assert self.child.stdout is not None
        self.reader = threading.Thread(
            target=_read, args=(self.child.stdout, self.answers), daemon=True
        )
        self.reader.start()
        try:
            self.ask(("make", text), STARTING_SECONDS)
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
            raise LateError(seconds) from None
        except OSError:
            kind, answer = "ended", None
        if kind == "answer":
            return answer
        if kind == "error":
            raise ForfeitError(answer)
        raise ForfeitError(how_it_ended(self.child))

    def end(self) -> None:
        kill_group(self.child)
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


_processes: dict[tuple[int, IsolatedPlayer], PlayerProcess] = {}
"""By thread and player: games in several threads do not share a player."""


def _process_for(player: IsolatedPlayer) -> PlayerProcess:
    key = (threading.get_ident(), player)
    if key not in _processes:
        limits = player.megabytes, player.seconds
        _processes[key] = PlayerProcess(player.text, player.folder, *limits)
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
    its file is not even read in this one. So do engines anyway."""
    files: list[Path] = []

    def find(name: str) -> AnyEvaluator:
        file = name.rpartition(":")[0] if not name.endswith(".py") else name
        if not file.endswith(".py"):
            return load_evaluator(name)
        files.append(_existing(Path(file)))
        return cast(AnyEvaluator, _Unread(name))

    kind, _, rest = text.strip().partition(":")
    if kind == ENGINE:
        player = parse_player(text)
        assert isinstance(player, EnginePlayer)
        return player.under(seconds, megabytes)
    if kind in PLAYERS and PLAYERS[kind].runs_files:
        files.append(_existing(Path(rest)))
        name, deterministic = text.strip(), False  # nobody can know
    else:
        player = parse_player(text, find)
        if not files:
            return player
        name, deterministic = player.name, player.deterministic
    fingerprint = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    return IsolatedPlayer(
        text, name, os.getcwd(), deterministic, seconds or DEFAULT_SECONDS, megabytes, fingerprint
    )


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise PlayerError(f"there is no file {path}")
    return path
