"""A player in a process of its own: whatever it does there, only its game is lost.

The process runs `kinarow.players.isolated_process`, which makes the player and answers questions;
answers are checked where they are read (`players/answers.py`). What the player prints goes nowhere,
its memory is limited, and it is ended if it takes too long. One that is being marked is guarded,
too (`kinarow.evaluation.guard`).
"""

from __future__ import annotations

import atexit
import json
import os
import pickle
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Final

from kinarow.errors import PlayerError
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.evaluation.load import InFile
from kinarow.game import GameSpec, Position, Side
from kinarow.players.answers import LONGEST_ANSWER, UnreadableError, read_answer
from kinarow.players.child_process import (
    DEFAULT_MEGABYTES,
    STARTING_SECONDS,
    how_it_ended,
    kill_group,
)
from kinarow.players.engines.engine_player import EnginePlayer
from kinarow.players.from_file import existing_file
from kinarow.players.isolated_process import ProcessSettings
from kinarow.players.kinds import ENGINE, describe
from kinarow.players.player import Choice, ForfeitError, LateError, Player
from kinarow.players.used_files import fingerprint
from kinarow.score import Score

DEFAULT_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class IsolatedPlayer(Player):
    """Plays in a process of its own what another player, named by its text, plays."""

    text: str
    name: str = field()
    folder: str = field()
    """Where files that the text names are to be found."""
    deterministic: bool = False
    seconds: float = DEFAULT_SECONDS
    """How long a move may take."""
    megabytes: int = DEFAULT_MEGABYTES
    fingerprint: str = ""
    """Of the user's files, so that an edited player is another one."""
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
    """What a move may take on top: see `Player`."""
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

    def get_ready(self, spec: GameSpec) -> None:
        self._ask(("get ready", spec), self.starting_seconds)

    def end(self) -> None:
        """End its process, if it has one; the next question starts another."""
        _forget(self)

    def choose(self, position: Position) -> Choice:
        choice = self._ask(("choose", position), self.seconds + self.grace)
        if choice is None:
            raise ForfeitError("answered nothing instead of a move")
        return choice

    def _ask(self, question: tuple[str, Any], seconds: float) -> Choice | None:
        process = _process_for(self)
        try:
            return process.ask(question, seconds)
        except ForfeitError:
            if process.is_lost:
                _forget(self)  # the next game gets a new one
            raise


class PlayerProcess:
    """The other side of a pipe, and a thread that waits for its answers."""

    def __init__(self, player: IsolatedPlayer) -> None:
        conditions = ProcessSettings(
            os.getpid(), player.seconds, player.starting_seconds, player.megabytes,
            player.cpu_seconds,
            None if player.closed is None else list(player.closed),
        )  # fmt: skip
        # With -P, a user's random.py beside the bot does not stand for Python's own.
        command = [sys.executable, "-P", "-m", "kinarow.players.isolated_process"]
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
        self.answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        """Lines; an empty one is the end."""
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

    def ask(self, question: tuple[str, Any], seconds: float) -> Choice | None:
        assert self.child.stdin is not None
        try:
            pickle.dump(question, self.child.stdin)
            self.child.stdin.flush()
            line = self.answers.get(timeout=seconds)
        except queue.Empty:
            self.is_lost = True
            raise LateError(seconds) from None
        except (OSError, ValueError):  # its end of the pipe is closed, or ours
            line = b""
        if not line:
            self.is_lost = True
            raise ForfeitError(how_it_ended(self.child))
        try:
            return read_answer(line)
        except UnreadableError:
            self.is_lost = True
            raise

    def end(self) -> None:
        self.is_lost = True
        kill_group(self.child)
        self.reader.join(1)
        for pipe in (self.child.stdin, self.child.stdout):
            with suppress(OSError):  # what was still to be written has no reader any more
                assert pipe is not None
                pipe.close()


def _read(pipe: IO[bytes], answers: queue.SimpleQueue[bytes]) -> None:
    with suppress(OSError, ValueError):  # the pipe is closed
        while line := pipe.readline(LONGEST_ANSWER):
            answers.put(line)
    answers.put(b"")


_processes: dict[tuple[int, IsolatedPlayer], PlayerProcess] = {}
"""By thread and player: games in several threads do not share a player."""


def _process_for(player: IsolatedPlayer) -> PlayerProcess:
    key = (threading.get_ident(), replace(player))  # a copy: the player's side will change
    if key not in _processes:
        _processes[key] = PlayerProcess(player)
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


class _Unread(AnyEvaluator):
    """An evaluator in a user's file that only the player's own process reads: it has a name, and
    nothing else of it is known here."""

    def __init__(self, name: str) -> None:
        self.name = name

    def evaluate(self, position: Position, side: Side) -> Score:
        raise PlayerError(f"{self.name} is known to the process of its player alone")


def contestant(
    text: str, *, seconds: float | None = None, megabytes: int = DEFAULT_MEGABYTES
) -> Player:
    """The player that a text describes; one that runs a user's code plays in its own process, and
    its file is not even read in this one. So do engines anyway. `seconds` is what a move may take:
    without, what its framework allows, or a minute; its own limit holds as well."""
    text = text.strip()
    files: list[Path] = []

    def find(name: str) -> AnyEvaluator:
        in_file = InFile.parse(name)
        if in_file is None:
            return load_evaluator(name)
        files.append(existing_file(Path(in_file.file)))
        return _Unread(name)

    described = describe(text, find)
    kind, file = described.kind, described.file
    if kind.name == "human":
        raise PlayerError("'human' plays only in `kinarow play`")
    if kind.name == ENGINE:
        engine = described.make()
        assert isinstance(engine, EnginePlayer)
        return engine.under(seconds, megabytes)
    if file is not None:
        files.append(existing_file(file))
        name, deterministic = text, False  # nobody can know
        limits = [s for s in (seconds, described.arguments.get("seconds")) if s is not None]
        if limits:
            seconds = min(limits)
            text = described.with_seconds(seconds)  # so that it knows what it may take
    else:
        player = described.make()
        if not files:
            return player
        name, deterministic = player.name, player.deterministic
    limit = DEFAULT_SECONDS if seconds is None else seconds
    return IsolatedPlayer(
        text, name, os.getcwd(), deterministic, limit, megabytes, fingerprint(files),
        grace=kind.grace, only_gravity=kind.only_gravity,
    )  # fmt: skip
