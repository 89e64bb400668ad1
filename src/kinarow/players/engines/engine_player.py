"""An engine as a player: `engine:./pbrain-x`, in any match or tournament.

Options come before the command: `engine:seconds=2,protocol=gomocup,./brain --threads 1`.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shlex
import shutil
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

from kinarow.errors import MoveError, PlayerError, shortened
from kinarow.game import GameSpec, Position
from kinarow.players.engines.conversation import Conversation, MoveLimits
from kinarow.players.engines.gomocup_conversation import LINE_END, GomocupConversation
from kinarow.players.engines.process import EngineProcess
from kinarow.players.engines.uki_conversation import UkiConversation
from kinarow.players.isolated.child_process import DEFAULT_MEGABYTES
from kinarow.players.player import Choice, ForfeitError, Player, written
from kinarow.players.swap2 import Swap2Answer, answer_by_search
from kinarow.search.limits import Limits
from kinarow.work.deadline import MOST_SECONDS

Answer = TypeVar("Answer")

GOMOCUP, UKI = "gomocup", "uki"
ENGINE_SECONDS: Final = 5.0


@dataclass(slots=True)
class EnginePlayer(Player):
    """Plays what another program says, and loses the game when that breaks or breaks a rule."""

    command: str
    """As a shell would have it, arguments included."""
    protocol: str = ""
    """By default the one that the program's name tells: brains for Gomocup are named pbrain-…"""
    seconds: float | None = None
    """How long a move may take."""
    depth: int | None = None
    nodes: int | None = None
    allowed: float | None = None
    """What a contest allows, where it has no seconds of its own."""
    megabytes: int = DEFAULT_MEGABYTES
    folder: str = field(default_factory=os.getcwd)
    """Where the command is run."""
    fingerprint: str = field(init=False)
    """Of the files that the command names, so that an engine built anew is another player."""
    _game: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.protocol not in ("", GOMOCUP, UKI):
            raise PlayerError(
                f"engine: protocol must be {GOMOCUP} or {UKI}, not {shortened(self.protocol)!r}"
            )
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise PlayerError(f"engine: seconds must be more than 0 and at most {MOST_SECONDS}")
        if self.depth is not None or self.nodes is not None:
            Limits(self.depth, self.nodes)  # refuses what makes no sense
            if self.speaks == GOMOCUP:
                raise PlayerError("engine: Gomocup's protocol knows no depth and no nodes")
        self._program()  # refuses one that is not there
        digests = hashlib.sha256()
        for file in filter(os.path.isfile, self._places()):
            with suppress(OSError), open(file, "rb") as opened:  # not all may be read by us
                digests.update(hashlib.file_digest(opened, "sha256").digest())
        self.fingerprint = digests.hexdigest()[:16]

    @property
    def name(self) -> str:
        options = {
            "protocol": self.protocol or None,
            "seconds": None if self.seconds is None else written(self.seconds),
            "depth": self.depth,
            "nodes": self.nodes,
        }
        given = "".join(f"{key}={value}," for key, value in options.items() if value is not None)
        return f"engine:{given}{self.command}"

    @property
    def identity(self) -> str:
        return f"{self.name} {self.fingerprint}"

    @property
    def speaks(self) -> str:
        is_brain = any(Path(word).name.startswith("pbrain-") for word in self._words())
        return self.protocol or (GOMOCUP if is_brain else UKI)

    def under(self, seconds: float | None, megabytes: int) -> EnginePlayer:
        """The same engine under the limits of a contest, besides its own."""
        return replace(self, allowed=seconds, megabytes=megabytes)

    def new_game(self, seed: int) -> None:
        self._game = seed

    def get_ready(self, spec: GameSpec) -> None:
        """Start the engine, if need be, and tell it of a new game; no clock runs yet."""
        self._talk(spec, None, lambda _conversation: True)

    def choose(self, position: Position) -> Choice:
        def ask(conversation: Conversation) -> Choice:
            choice = conversation.choose(position, self._limits)
            _check_legal(choice, position)
            return choice

        choice = self._talk(position.spec, position, ask)
        assert choice is not None
        return choice

    def swap2(self, position: Position, seed: int) -> Swap2Answer:
        """What the engine does; for one that does not know the rule, a search of ours decides."""

        def ask(conversation: Conversation) -> Swap2Answer | None:
            assert isinstance(conversation, GomocupConversation)
            return conversation.swap2(position, self._limits)

        engine, answer = (self.identity, position.spec), None
        if self.speaks == GOMOCUP and engine not in _without_swap2:
            answer = self._talk(position.spec, position, ask)
            if answer is None:
                _without_swap2.add(engine)
                self.get_ready(position.spec)  # with a new process
        return answer or answer_by_search(position, None, seed)

    def _talk(
        self,
        spec: GameSpec,
        position: Position | None,
        ask: Callable[[Conversation], Answer | None],
    ) -> Answer | None:
        """Have the engine begin a game, or with a position answer in one. An engine that does not
        understand what it is asked (`ask` gives None) is ended, since it may have more to say about
        that than one line."""
        # A player that plays itself needs two processes; `new_game` tells its sides apart.
        key = (self.identity, self._limits, self.megabytes, self.folder, self._game % 2, spec)
        conversation, answer = _take(key) or self._start(), None
        try:
            is_new = position is None or not conversation.continues(position)
            if is_new and not conversation.begin(spec, self._limits):
                _end(conversation)
                conversation = self._start()
                conversation.begin(spec, self._limits)
            answer = ask(conversation)
        except ForfeitError as error:
            _end(conversation)
            words = conversation.process.last_words
            raise ForfeitError(f"{error}; its last words: {words}" if words else error) from None
        except BaseException:
            _end(conversation)
            raise
        if answer is None:
            _end(conversation)
        else:
            _give_back(key, conversation)
        return answer

    @property
    def _limits(self) -> MoveLimits:
        given = [limit for limit in (self.seconds, self.allowed) if limit is not None]
        seconds = min(given, default=ENGINE_SECONDS)
        return MoveLimits(seconds, self.depth, self.nodes)

    def _start(self) -> Conversation:
        where = self._program(), self.folder, self.megabytes
        if self.speaks == GOMOCUP:
            return GomocupConversation(EngineProcess(*where, LINE_END), self.megabytes)
        return UkiConversation(EngineProcess(*where))

    def _program(self) -> list[str]:
        """The command with the program where it is found; a Python file runs by this Python."""
        first, *arguments = self._words()
        file = self._places()[0]
        if first.endswith(".py") and os.path.isfile(file):
            return [sys.executable, file, *arguments]
        found = shutil.which(file if Path(first).name != first else first)
        if found is None:
            why = "may not be run: chmod +x?" if os.path.isfile(file) else "does not exist"
            raise PlayerError(f"engine: the program {shortened(first, 100)!r} {why}")
        return [found, *arguments]

    def _places(self) -> list[str]:
        """Where each word of the command would be found, if it is a file."""
        return [os.path.join(self.folder, word) for word in self._words()]

    def _words(self) -> list[str]:
        try:
            words = shlex.split(self.command)
        except ValueError:
            raise PlayerError(
                f"engine: a quotation in {shortened(self.command)!r} does not end"
            ) from None
        if not words:
            raise PlayerError("engine: the program is missing, as in engine:./pbrain-x")
        return words


def _check_legal(choice: Choice, position: Position) -> None:
    try:
        position.play(choice.move)
    except MoveError as error:
        raise ForfeitError(f"illegal move: {error}") from None


_without_swap2: set[tuple[str, GameSpec]] = set()
"""Engines, by identity and game, that do not know the opening rule."""
_Key = tuple[str, MoveLimits, int, str, int, GameSpec]
_idle: defaultdict[_Key, list[Conversation]] = defaultdict(list)
"""Engines that wait for their next question. Whoever asks one takes it out, so games in several
threads never share an engine."""
_lock = threading.Lock()


def _take(key: _Key) -> Conversation | None:
    with _lock:
        return _idle[key].pop() if _idle[key] else None


def _give_back(key: _Key, conversation: Conversation) -> None:
    with _lock:
        _idle[key].append(conversation)


def _end(conversation: Conversation) -> None:
    conversation.process.dismiss(conversation.goodbye)
    conversation.process.end()


@atexit.register
def end_all_engines() -> None:
    """End the engines of this process that nobody is asking."""
    with _lock:
        waiting = [conversation for idle in _idle.values() for conversation in idle]
        _idle.clear()
    for conversation in waiting:
        conversation.process.dismiss(conversation.goodbye)
    for conversation in waiting:
        conversation.process.end()
