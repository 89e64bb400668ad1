"""UKI, the line protocol for engines of any k-in-a-row game, as kinarow speaks it to an engine.

docs/engines.md describes it. `write_info` and `read_info` are the two directions of one line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kinarow.errors import KinarowError, MoveError, NotationError, shortened
from kinarow.game import Cell, GameSpec, Position
from kinarow.players.engines.conversation import (
    Clock,
    MoveLimits,
    StartingClock,
    garbled,
    refused,
)
from kinarow.players.engines.process import EngineProcess
from kinarow.players.player import Choice, ForfeitError
from kinarow.score import HEURISTIC_LIMIT, Score, in_words, is_proven, last_stone, loss_at, win_at
from kinarow.search.limits import MOST_NODES


@dataclass(slots=True)
class UkiConversation:
    """An engine that is told the whole position before each move."""

    process: EngineProcess
    is_greeted: bool = False
    name: str = ""

    @property
    def goodbye(self) -> str:
        return "quit"

    def continues(self, position: Position) -> bool:
        return self.is_greeted  # it is told all of it

    def begin(self, spec: GameSpec, limits: MoveLimits) -> bool:
        clock = StartingClock(self.process)
        if not self.is_greeted:
            self._greet(clock)
        self.process.say(f"newgame {spec}", "isready")
        while (line := clock.hear()) != "readyok":
            _refuse_errors(line)
        return True

    def _greet(self, clock: Clock) -> None:
        self.process.say("uki")
        while (line := clock.hear()) != "ukiok":
            if line.startswith(("UNKNOWN", "ERROR")):
                raise ForfeitError("speaks Gomocup's protocol, it seems: say protocol=gomocup")
            if line.startswith("id name "):
                self.name = shortened(line.removeprefix("id name "))
        self.is_greeted = True

    def choose(self, position: Position, limits: MoveLimits) -> Choice:
        _, _, rows = position.board_text("state").partition(" ")
        self.process.say(f"position state {rows}", f"go {' '.join(_go(limits))}")
        clock = Clock(self.process, limits.seconds)
        said = Choice(position.legal_moves()[0])
        while True:
            line = clock.hear()
            word, _, rest = line.partition(" ")
            if word == "bestmove":
                return self._choice(rest, position, said)
            if word == "info":
                said = read_info(position, line, said)
            _refuse_errors(line)

    def _choice(self, text: str, position: Position, said: Choice) -> Choice:
        try:
            move = position.parse_move(text)
        except MoveError as error:
            raise ForfeitError(f"illegal move: {error}") from None
        except NotationError:
            raise garbled(f"bestmove {text}".strip()) from None
        opinion = "" if said.score is None else in_words(said.score)
        reason = f"{self.name or 'the engine'}: {said.reason or opinion or move}"
        return replace(said, move=move, reason=reason)


def _go(limits: MoveLimits) -> Iterator[str]:
    if limits.depth is not None:
        yield f"depth {limits.depth}"
    if limits.nodes is not None:
        yield f"nodes {limits.nodes}"
    yield f"movetime {limits.told_milliseconds}"


def _refuse_errors(line: str) -> None:
    word, _, rest = line.partition(" ")
    if word == "error":
        raise refused(rest)


def write_info(position: Position, choice: Choice, seconds: float) -> str:
    """What is known of a choice so far, as one line."""
    words = ["info"]
    if choice.depth:
        words.append(f"depth {choice.depth}")
    if choice.score is not None:
        words.append(f"score {_written_score(position, choice.score)}")
    if choice.nodes:
        words.append(f"nodes {choice.nodes}")
    words.append(f"time {round(1000 * seconds)}")
    if choice.line:
        words.append(f"pv {' '.join(cell.name for cell in choice.line)}")
    return " ".join(words)


def _written_score(position: Position, score: Score) -> str:
    if is_proven(score):
        return f"{'win' if score > 0 else 'loss'} {last_stone(score) - position.plies}"
    return f"points {score:.15g}"


_INFO = re.compile(
    r"\b(?:depth (?P<depth>\d{1,4})|nodes (?P<nodes>\d{1,18})|score (?P<kind>points|win|loss) "
    r"(?P<score>[-+]?\d{1,15}(?:\.\d{1,15})?(?:e[-+]?\d{1,2})?))(?!\S)"
)


def read_info(position: Position, line: str, before: Choice) -> Choice:
    """What an info line adds to what was known before. What cannot be read is left out: words about
    a move lose no game."""
    if line.startswith("info string "):
        return replace(before, reason=shortened(line.removeprefix("info string "), 100))
    facts, has_line, pv = line.partition(" pv ")
    choice = replace(before, line=_read_line(position, pv)) if has_line else before
    for found in _INFO.finditer(facts):
        if found["depth"]:
            choice = replace(choice, depth=int(found["depth"]))
        elif found["nodes"]:
            nodes = int(found["nodes"])
            choice = replace(choice, nodes=nodes) if nodes <= MOST_NODES else choice
        elif (score := _read_score(position, found["kind"], found["score"])) is not None:
            choice = replace(choice, score=score)
    return choice


def _read_score(position: Position, kind: str, text: str) -> Score | None:
    value = float(text)
    if kind == "points":
        whole = int(value) if value == int(value) else value
        return whole if math.isfinite(value) and abs(value) < HEURISTIC_LIMIT else None
    stone = position.plies + int(value)
    if not position.plies < stone <= position.spec.cell_count:
        return None
    return win_at(stone) if kind == "win" else loss_at(stone)


def _read_line(position: Position, pv: str) -> tuple[Cell, ...]:
    line: list[Cell] = []
    for word in pv.split():
        try:
            line.append(position.parse_move(word))
            position = position.play(line[-1])
        except KinarowError:
            return ()
    return tuple(line)
