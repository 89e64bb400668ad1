"""The Gomocup (Piskvork) protocol, as kinarow speaks it to an engine.

The protocol is described at https://plastovicka.github.io/protocl2en.htm. Its x is the column and
its y the row, both counted from 0, from the upper left corner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from kinarow.errors import shortened
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.players.engines.conversation import (
    Clock,
    MoveLimits,
    StartingClock,
    garbled,
    refused,
)
from kinarow.players.engines.process import EngineProcess
from kinarow.players.player import Choice, ForfeitError, LateError
from kinarow.players.swap2 import Swap2Answer

TARGET: Final = 5
LINE_END: Final = "\r\n"
"""What a manager ends its lines with."""
UNLIMITED_MILLISECONDS: Final = 2147483647
_LARGEST_NUMBER: Final = 2**31 - 1
"""That engines are told: many read what comes into 32 bits, and never answer after a larger one."""
_OPPONENT_IS_A_PROGRAM = 1
FREESTYLE, EXACTLY_FIVE = 0, 1
"""Values of INFO rule."""
SWAP = "SWAP"
"""Whoever is asked in SWAP2BOARD takes black; one place instead means white, which moves next."""
_COORDINATES = re.compile(r"(\d{1,4})\s*,\s*(\d{1,4})")
OWN, OPPONENT = 1, 2
"""Whose a stone is, in the lines of BOARD."""


def coordinates(cell: Cell, spec: GameSpec) -> str:
    return f"{cell.column},{spec.rows - 1 - cell.row}"


def read_coordinates(text: str, spec: GameSpec) -> Cell | None:
    """The cell, which may be off the board; None if the text is something else."""
    match = _COORDINATES.fullmatch(text.strip())
    return Cell(int(match[1]), spec.rows - 1 - int(match[2])) if match else None


@dataclass(slots=True)
class GomocupConversation:
    """A brain, and the board that it has in mind."""

    process: EngineProcess
    megabytes: int
    board: Position | None = None
    """After the brain's last move, or empty; None before START."""
    messages: list[str] = field(default_factory=list)
    """What it had to tell about its last answer."""

    @property
    def goodbye(self) -> str:
        return "END"

    def continues(self, position: Position) -> bool:
        """Whether the brain can go on from the board that it has in mind: the opponent's stone is
        all that is new, or it has an empty board."""
        if self.board is None:
            return False
        if not self.board.plies:
            return True
        new = position.stones(position.mover.other) & ~self.board.stones(position.mover.other)
        return new.bit_count() == 1 and self.board.play_bit(new) == position

    def begin(self, spec: GameSpec, limits: MoveLimits) -> bool:
        if spec.gravity or spec.target != TARGET:
            raise ForfeitError(f"a Gomocup engine plays five in a row without gravity, not {spec}")
        is_new = self.board is None
        if is_new:
            size = f"{spec.columns},{spec.rows}"
            square = spec.columns == spec.rows
            self.process.say(f"START {spec.columns}" if square else f"RECTSTART {size}")
        else:
            self.process.say("RESTART")
        answer = self._answer(StartingClock(self.process))
        if _word(answer) == "UNKNOWN" and not is_new:
            return False
        if _word(answer) != "OK":
            raise refused(answer)
        self.board = Position.start(spec)
        if is_new:
            self.process.say(
                f"INFO timeout_turn {min(limits.told_milliseconds, _LARGEST_NUMBER)}",
                "INFO timeout_match 0",
                f"INFO max_memory {min(self.megabytes << 20, _LARGEST_NUMBER)}",
                f"INFO game_type {_OPPONENT_IS_A_PROGRAM}",
                f"INFO rule {EXACTLY_FIVE if spec.exact else FREESTYLE}",
            )
        return True

    def choose(self, position: Position, limits: MoveLimits) -> Choice:
        self.messages.clear()
        self.process.say(f"INFO time_left {UNLIMITED_MILLISECONDS}", *self._question(position))
        clock = Clock(self.process, limits.seconds)
        answer = self._answer(clock)
        if _word(answer) == "SUGGEST":  # what it suggests, it may play
            self.process.say(f"PLAY {answer.partition(' ')[2]}")
            answer = self._answer(clock)
        if _word(answer) in ("ERROR", "UNKNOWN"):
            raise refused(answer)
        move = read_coordinates(answer, position.spec)
        if move is None:
            raise garbled(answer)
        if move in position.legal_moves():  # who plays another is ended anyway
            self.board = position.play(move)
        return Choice(move, reason=f"the engine: {self.messages[-1] if self.messages else move}")

    def swap2(self, position: Position, limits: MoveLimits) -> Swap2Answer | None:
        """What the brain does in an opening by swap2; None if it does not know that rule, as it
        says or by its silence, and is not to be trusted with more questions."""
        assert self.board is not None
        self.messages.clear()
        stones = [coordinates(cell, position.spec) for cell in in_order_of_colours(position)]
        left = f"INFO time_left {UNLIMITED_MILLISECONDS}"
        self.process.say(left, "SWAP2BOARD", *stones, "DONE")
        try:
            answer = self._answer(Clock(self.process, limits.seconds))
        except LateError:  # some brains say nothing to commands that they do not know
            return None
        if _word(answer) in ("ERROR", "UNKNOWN"):
            return None
        # Whatever it thinks of the board now, BOARD comes next.
        self.board = Position.start(position.spec)
        reason = f"the engine: {self.messages[-1] if self.messages else answer}"
        if answer.upper() == SWAP:
            return Swap2Answer(takes=Side.FIRST, reason=reason)
        cells = [read_coordinates(word, position.spec) for word in answer.split()]
        given = tuple(cell for cell in cells if cell is not None)
        if not given or len(given) < len(cells):
            raise garbled(answer)
        if len(given) == 1:
            return Swap2Answer(takes=Side.SECOND, move=given[0], reason=reason)
        return Swap2Answer(given, reason=reason)

    def _question(self, position: Position) -> Iterator[str]:
        assert self.board is not None
        spec, on = position.spec, position.geometry
        if self.board.plies:
            yield f"TURN {coordinates(self.board.move_to(position), spec)}"
        elif not position.plies:
            yield "BEGIN"
        else:
            yield "BOARD"
            # In turn, since some engines go by the order and not by what is said of whose they are.
            own = position.stones(position.mover)
            for cell in in_order_of_colours(position):
                whose = OWN if on.bit(cell) & own else OPPONENT
                yield f"{coordinates(cell, spec)},{whose}"
            yield "DONE"

    def _answer(self, clock: Clock) -> str:
        while _word(line := clock.hear()) in ("MESSAGE", "DEBUG"):
            if _word(line) == "MESSAGE":
                self.messages.append(shortened(line.partition(" ")[2], 100))
        return line


def in_order_of_colours(position: Position) -> Iterator[Cell]:
    """The stones as if they had been played in turn: which of a colour came first is not known, and
    does not matter."""
    first, second = (position.geometry.cells_in(position.stones(side)) for side in Side)
    for number, cell in enumerate(first):
        yield cell
        yield from second[number : number + 1]


def _word(line: str) -> str:
    return line.partition(" ")[0].upper()
