"""A player in a process of its own: whatever it does there, only its game is lost.

What the player prints goes nowhere, its memory is limited, and it is ended if it takes too long.
That protects from mistakes. In a sandbox it can do nothing else, either: nothing outside of it can
be read, changed or used up.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

from kinarow.errors import PlayerError
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.evaluation.load import InFile
from kinarow.game import GameSpec, Position, Side
from kinarow.players.engines.engine_player import EnginePlayer
from kinarow.players.isolated.allowance import Allowance
from kinarow.players.isolated.answers import read_answer
from kinarow.players.isolated.child_process import DEFAULT_MEGABYTES
from kinarow.players.isolated.process import Isolation, PlayerProcess
from kinarow.players.isolated.questions import CHOOSE, GET_READY, NEW_GAME, PLAYER, Question
from kinarow.players.player import Choice, ForfeitError, Player
from kinarow.players.registry import ENGINE, PLAYERS, Described, describe, parse_player
from kinarow.players.typed_text import as_player_text
from kinarow.players.user.from_file import existing_file, split_class
from kinarow.players.user.used_files import fingerprint, used_files
from kinarow.score import Score

Answer = TypeVar("Answer")

DEFAULT_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class IsolatedPlayer(Player):
    """Plays in a process of its own what another player, named by its text, plays."""

    text: str
    name: str = field()
    isolation: Isolation = field()
    deterministic: bool = False
    seconds: float = DEFAULT_SECONDS
    """How long a move may take."""
    fingerprint: str = ""
    """Of the user's files, so that an edited player is another one."""
    meets_itself: bool = True
    """Whether it may be its own opponent, and so needs a process for each side."""
    grace: float = 0.0
    """What a move may take on top: see `Player`."""
    only_gravity: bool = False
    side: int = 0
    """Which of the two sides it plays."""
    allowance: Allowance | None = field(default=None, compare=False)
    """What all its answers together may take."""

    @property
    def identity(self) -> str:
        return f"{self.name} {self.fingerprint}"

    @property
    def first_question(self) -> Question:
        """By which its process makes it."""
        return PLAYER, self.text

    def new_game(self, seed: int) -> None:
        if self.meets_itself:
            object.__setattr__(self, "side", seed % 2)
        self.ask((NEW_GAME, seed), self.isolation.starting_seconds)

    def get_ready(self, spec: GameSpec) -> None:
        self.ask((GET_READY, spec), self.isolation.starting_seconds)

    @property
    def counted(self) -> float:
        """The seconds that its process, if it has one, was waited for, as far as they count."""
        process = _processes.get((threading.get_ident(), self))
        return process.clock.counted if process else 0.0

    def is_late(self, spent: float, limit: float) -> bool:
        """Its own limit is kept by the clock of its process, which knows what it waited for."""
        return limit < self.seconds and spent > limit + self.grace

    def end(self) -> None:
        """End its process, if it has one; the next question starts another."""
        _forget(self)

    def choose(self, position: Position) -> Choice:
        choice = self.ask((CHOOSE, position), self.seconds + self.grace)
        if choice is None:
            raise ForfeitError("answered nothing instead of a move")
        return choice

    def ask(self, question: Question, seconds: float) -> Choice | None:
        return self.ask_for(read_answer, question, seconds)

    def ask_for(
        self, read: Callable[[bytes], Answer], question: Question, seconds: float
    ) -> Answer:
        """What its process answers; see `PlayerProcess.ask_for`."""
        process = _process_for(self)
        try:
            return process.ask_for(read, question, seconds)
        except ForfeitError:
            if process.is_lost:
                _forget(self)  # the next game gets a new one
            raise


_processes: dict[tuple[int, IsolatedPlayer], PlayerProcess] = {}
"""By thread and player: games in several threads do not share a player."""


def _process_for(player: IsolatedPlayer) -> PlayerProcess:
    key = (threading.get_ident(), replace(player))  # a copy: the player's side will change
    if key not in _processes:
        _processes[key] = PlayerProcess(
            player.isolation, player.first_question, player.seconds, player.allowance
        )
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
    text: str,
    *,
    seconds: float | None = None,
    megabytes: int = DEFAULT_MEGABYTES,
    sandboxed: bool = False,
) -> Player:
    """The player that a text describes; one that runs a user's code plays in its own process, and
    its file is not even read in this one. So do engines anyway. `seconds` is what a move may take:
    without, what its framework allows, or a minute; its own limit holds as well.

    `sandboxed`, that process is kept in by the system, and sees nothing but the file's folder."""
    text = as_player_text(text.strip(), PLAYERS)
    described, files = _described(text)
    kind, file = described.kind, described.file
    if kind.name == "human":
        raise PlayerError("'human' plays only in `kinarow play`")
    if kind.name == ENGINE:
        if sandboxed:
            raise PlayerError("an engine is not run in a sandbox: leave out --sandbox")
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
    isolation = Isolation(os.getcwd(), megabytes=megabytes)
    if sandboxed:
        (path,) = files
        text = _from_its_folder(text, described, path)
        isolation = replace(
            isolation, folder=str(path.parent), file=str(path), sandboxed=True,
            inside=kind.inside, uses_kernels=file is None,
        )  # fmt: skip
    return IsolatedPlayer(
        text, name, isolation, deterministic, DEFAULT_SECONDS if seconds is None else seconds,
        fingerprint(files), grace=kind.grace, only_gravity=kind.only_gravity,
    )  # fmt: skip


def _described(text: str) -> tuple[Described, list[Path]]:
    """What a player's text says, and the file of its evaluator if that is a user's."""
    files: list[Path] = []

    def find(name: str) -> AnyEvaluator:
        in_file = InFile.parse(name)
        if in_file is None:
            return load_evaluator(name)
        files.append(existing_file(Path(in_file.file)))
        return _Unread(name)

    return describe(text, find), files


def files_of(player: Player) -> list[Path]:
    """The user's files that a player runs in a process of its own."""
    if not isinstance(player, IsolatedPlayer):
        return []
    described, files = _described(player.text)
    return [*files, *([existing_file(described.file)] if described.file else [])]


def kept_apart(players: Sequence[Player]) -> list[Player]:
    """The same players, of which those in sandboxes do not see each other's files: neither the one
    that another runs, nor what only the other uses."""
    files = {
        Path(player.isolation.file)
        for player in players
        if isinstance(player, IsolatedPlayer) and player.isolation.file
    }
    used = {file: set(used_files(file, files - {file})) for file in files}
    found = []
    for player in players:
        if isinstance(player, IsolatedPlayer) and player.isolation.file:
            own = used[Path(player.isolation.file)]
            others = set().union(*used.values()) - own
            beside = [file for file in others if file.is_relative_to(player.isolation.folder)]
            isolation = replace(player.isolation, hidden=tuple(sorted(map(str, beside))))
            player = replace(player, isolation=isolation)
        found.append(player)
    return found


def player_asked_for(text: str, *, sandboxed: bool) -> Player:
    """The player that a text describes, in this process; `sandboxed`, one that runs a user's code
    in a sandbox."""
    if sandboxed and text.strip() != "human":
        return contestant(text, sandboxed=True)
    return parse_player(text)


def _from_its_folder(text: str, described: Described, path: Path) -> str:
    """A player's text as it is to be written where its file lies."""
    if described.file is not None:
        named = split_class(described.rest)[1] if described.kind.names_class else ""
        return text.removesuffix(described.rest) + (f"{path.name}:{named}" if named else path.name)
    in_file = InFile.parse(described.arguments["evaluator"].name)
    assert in_file is not None
    return text.replace(f"eval={in_file.file}", f"eval={path.name}", 1)
