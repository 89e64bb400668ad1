"""kinarow as an engine in UKI, the line protocol of docs/engines.md."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from typing import Final

from kinarow import __version__
from kinarow.adapters.lines import Lines, LineWriter, lines_of
from kinarow.adapters.thinking import Asked, Thinker
from kinarow.errors import KinarowError, shortened, unknown
from kinarow.game import GameSpec, Position
from kinarow.players import Choice
from kinarow.players.engines.uki_conversation import write_info
from kinarow.search.limits import Limits

_UNITS: Final = {"depth": 1, "nodes": 1, "movetime": 1000}


class UkiEngine:
    """An engine, with the position that it was told."""

    def __init__(self, player: str, write: Callable[[str], object]) -> None:
        self.thinker, self.say = Thinker(player), LineWriter(write)
        self.lines: Lines = lines_of(())
        self.position: Position | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "uki": self._greet,
            "isready": lambda _rest: self.say("readyok"),
            "newgame": self._new_game,
            "position": self._set_up,
            "go": self._go,
            "stop": lambda _rest: self.thinker.hurry(),
        }

    def serve(self, lines: Iterable[str]) -> None:
        """Answer until `quit`, or until there are no more commands."""
        self.lines = lines_of(lines)
        for line in self.lines:
            word, _, rest = line.partition(" ")
            if word == "quit":
                self.say.be_silent()
                break
            try:
                if word in self._commands:
                    self._commands[word](rest.strip())
                elif word:
                    raise KinarowError(unknown("command", word, [*self._commands, "quit"]))
            except KinarowError as error:
                self.say(f"error {error}")
        else:
            self.thinker.finish()  # nobody writes any more, but somebody may still read
        self.thinker.close()

    def _greet(self, _rest: str) -> None:
        self.say(f"id name kinarow {__version__} {self.thinker.name}")
        self.say("id author The kinarow authors")
        self.say("ukiok")

    def _new_game(self, rest: str) -> None:
        self._refuse_while_thinking()
        self.position = None
        spec = GameSpec.parse(rest)
        self.thinker.get_ready(spec)
        self.position = Position.start(spec)

    def _set_up(self, rest: str) -> None:
        self._refuse_while_thinking()
        spec = self._told().spec
        where, _, moves = rest.partition("moves")
        match where.split():
            case ["startpos"]:
                position = Position.start(spec)
            case ["state", rows]:
                position = Position.parse(f"{spec} {rows}")
            case _:
                raise KinarowError("a position is startpos or state 7/7/…, and moves …")
        for move in moves.split():
            position = position.play(move)
        self.position = position

    def _go(self, rest: str) -> None:
        self._refuse_while_thinking()
        position, asked, begun = self._told(), _limits(rest), time.monotonic()
        if position.ending() is not None:
            raise KinarowError("the game is over: there is no move to choose")
        if any(line.partition(" ")[0] == "quit" for line in self.lines.arrived()):
            return  # nobody wants the answer, however fast it would be found

        def tell(choice: Choice) -> None:
            self.say(write_info(position, choice, time.monotonic() - begun))

        def answer(choice: Choice) -> None:
            self.say(f"info string {choice.reason}")
            self.say(f"bestmove {choice.move}")

        self.thinker.begin(position, asked, tell, answer, lambda words: self.say(f"error {words}"))

    def _told(self) -> Position:
        if self.position is None:
            raise KinarowError("there is no game yet: newgame drop:7x6:4, for one, comes first")
        return self.position

    def _refuse_while_thinking(self) -> None:
        if self.thinker.is_busy:
            raise KinarowError("still thinking: stop comes first")


def _limits(text: str) -> Asked:
    """What `go` says: depth, nodes and movetime, any of them."""
    words = [word for word in text.split() if word != "infinite"]
    given: dict[str, int] = {}
    for key, value in zip(words[::2], [*words[1::2], ""], strict=False):
        if key not in _UNITS:
            raise KinarowError(unknown("limit", key, _UNITS))
        if re.fullmatch(r"[0-9]{1,15}", value) is None:
            raise KinarowError(f"{key} takes a number, not {shortened(value)!r}")
        given[key] = int(value)
    asked = Asked(
        given.get("depth"),
        given.get("nodes"),
        given["movetime"] / _UNITS["movetime"] if "movetime" in given else None,
    )
    if given:
        Limits(asked.depth, asked.nodes, asked.seconds)  # refuses what makes no sense
    return asked
