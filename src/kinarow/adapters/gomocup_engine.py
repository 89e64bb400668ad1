"""kinarow as a brain for Gomocup: the Piskvork protocol, answered line by line.

Whatever comes gets the answer that the protocol asks for: ERROR for a command that cannot be
carried out, UNKNOWN for one that is none. It plays freestyle, five or more in a row win, and the
standard rule, exactly five; and it opens games by swap2.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from kinarow import __version__
from kinarow.adapters.lines import Lines, LineWriter, lines_of
from kinarow.adapters.thinking import Asked, Thinker
from kinarow.errors import KinarowError, shortened
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.players import Choice
from kinarow.players.engines.gomocup_conversation import (
    EXACTLY_FIVE,
    OPPONENT,
    OWN,
    SWAP,
    TARGET,
    UNLIMITED_MILLISECONDS,
    coordinates,
    read_coordinates,
)
from kinarow.players.swap2 import Swap2Answer, answer_by_search

_DEFAULT_MILLISECONDS = 5000
_LEAST_SECONDS = 0.001
_MOVES_TO_COME = 20
"""A match's time is spent as if so many moves were still to come."""
_RULES = {2: "continuous games", 4: "renju", 8: "caro"}
_SHARE_OF_JUDGING = 0.25
"""How much of a move's time may go into choosing a colour."""
_FIELD = re.compile(r"(.*),\s*([0-9])")


class GomocupEngine:
    """A brain, with the board that the manager told it."""

    def __init__(self, player: str, write: Callable[[str], object]) -> None:
        self.thinker, self.say = Thinker(player), LineWriter(write)
        self.lines: Lines = lines_of(())
        self.spec: GameSpec | None = None
        self.stones: dict[Cell, int] = {}
        """Whose stone lies where; whether that makes a position is asked when it has to."""
        self.info: dict[str, int] = {}
        self.games = 0
        self.spent = 0.0
        """Seconds that its moves of this game took."""
        self._commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._rectangular_start,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "TAKEBACK": self._take_back,
            "INFO": self._inform,
            "ABOUT": self._about,
        }

    def serve(self, lines: Iterable[str]) -> None:
        """Answer until END, or until there are no more commands."""
        self.lines = lines_of(lines)
        for line in self.lines:
            word, _, rest = line.partition(" ")
            word = word.upper()
            if word == "END":
                self.say.be_silent()
                break
            if word != "INFO":  # which may come while it thinks, with END behind it
                self.thinker.wait()
            try:
                if word in ("BOARD", "SWAP2BOARD"):
                    given = self._given()
                    if given is None:
                        break
                    (self._impose if word == "BOARD" else self._swap2)(given)
                elif word in self._commands:
                    self._commands[word](rest.strip())
                elif word:
                    self.say(f"UNKNOWN command {shortened(word)}")
            except KinarowError as error:
                self.say(f"ERROR {error}")
        else:
            self.thinker.finish()  # nobody writes any more, but somebody may still read
        self.thinker.close()

    # ── a new game ───────────────────────────────────────────────────────────────────────────

    def _start(self, rest: str) -> None:
        size = _whole_number(rest)
        if size is None:
            raise KinarowError("START takes the size of the board, as in START 20")
        self._new_board(size, size)

    def _rectangular_start(self, rest: str) -> None:
        width, _, height = rest.partition(",")
        columns, rows = _whole_number(width), _whole_number(height)
        if columns is None or rows is None:
            raise KinarowError("RECTSTART takes width and height, as in RECTSTART 30,20")
        self._new_board(columns, rows)

    def _new_board(self, columns: int, rows: int) -> None:
        self.spec, self.stones, self.spent = None, {}, 0.0
        self.games += 1
        # The rule is told after this, when a clock may run already: be ready for either.
        for exact in (not self._is_exact, self._is_exact):
            spec = GameSpec(columns, rows, TARGET, gravity=False, exact=exact)
            self.thinker.get_ready(spec)
        with suppress(KinarowError):  # as for openings, unless the board is too small for them
            answer_by_search(Position.start(spec), self.thinker.evaluator, seconds=_LEAST_SECONDS)
        self.spec = spec
        self.say("OK")

    @property
    def _is_exact(self) -> bool:
        return bool(self.info.get("rule", 0) & EXACTLY_FIVE)

    def _restart(self, _rest: str) -> None:
        spec = self._started()
        self._new_board(spec.columns, spec.rows)

    # ── stones ───────────────────────────────────────────────────────────────────────────────

    def _begin(self, _rest: str) -> None:
        self._started()
        if self.stones:
            raise KinarowError("BEGIN is for an empty board; RESTART empties it")
        self._think()

    def _turn(self, rest: str) -> None:
        cell = self._cell(rest)
        if cell in self.stones:
            raise KinarowError(f"there is a stone on {rest} already")
        self.stones[cell] = OPPONENT
        try:
            self._think()
        except KinarowError:
            del self.stones[cell]
            raise

    def _take_back(self, rest: str) -> None:
        cell = self._cell(rest)
        if cell not in self.stones:
            raise KinarowError(f"there is no stone on {rest}")
        del self.stones[cell]
        self.say("OK")

    def _given(self) -> list[str] | None:
        """The lines up to DONE; None if the end comes before."""
        given: list[str] = []
        for line in self.lines:
            if line.upper() == "END":
                self.say.be_silent()
                return None
            if line.upper() == "DONE":
                return given
            if line:
                given.append(line)
        return None

    def _impose(self, given: list[str]) -> None:
        self._started()
        stones: dict[Cell, int] = {}
        for line in given:
            match = _FIELD.fullmatch(line)
            cell = self._cell(match[1] if match else "")
            whose = int(match[2]) if match else 0
            if whose not in (OWN, OPPONENT):
                raise KinarowError(f"a stone is x,y,1 or x,y,2, not {shortened(line)!r}")
            if cell in stones:
                raise KinarowError(f"{shortened(line)!r} is a second stone there")
            stones[cell] = whose
        self._answer_with(stones)

    def _answer_with(self, stones: dict[Cell, int], already: float = 0.0) -> None:
        """Think about other stones than those before, which come back if that cannot be."""
        before, self.stones = self.stones, stones
        try:
            self._think(already)
        except KinarowError:
            self.stones = before
            raise

    def _swap2(self, given: list[str]) -> None:
        """Place three stones, or take white, by placing the next one, or black, by saying SWAP."""
        self._refuse_what_cannot_be()
        position, begun = Position.start(self._started()), time.monotonic()
        black_white: tuple[list[Cell], list[Cell]] = ([], [])
        for number, line in enumerate(given):
            cell = self._cell(line)
            position = position.play(cell)
            black_white[number % 2].append(cell)
        seconds = _SHARE_OF_JUDGING * self._seconds()
        answer = answer_by_search(position, self.thinker.evaluator, self.games, seconds)
        own, other = black_white if answer.takes is Side.FIRST else black_white[::-1]
        stones = {**dict.fromkeys(own, OWN), **dict.fromkeys(other, OPPONENT)}
        if answer.takes is Side.SECOND:
            self.say(f"MESSAGE {answer.reason}")
            self._answer_with(stones, time.monotonic() - begun)
            return
        self.stones, self.spent = stones, self.spent + time.monotonic() - begun
        self._say_swap2(answer, position.spec)

    def _say_swap2(self, answer: Swap2Answer, spec: GameSpec) -> None:
        if self._is_dismissed():
            return
        self.say(f"MESSAGE {answer.reason}")
        self.say(" ".join(coordinates(cell, spec) for cell in answer.stones) or SWAP)

    def _position(self) -> Position:
        """The board, seen by the brain, whose turn it is: who has as many stones as the other moved
        first."""
        spec = self._started()
        on = Position.start(spec).geometry
        boards = {
            whose: on.mask(tuple(cell for cell, owner in self.stones.items() if owner == whose))
            for whose in (OWN, OPPONENT)
        }
        own, opponents = (boards[whose].bit_count() for whose in (OWN, OPPONENT))
        if own == opponents:
            return Position(spec, boards[OWN], boards[OPPONENT])
        if opponents == own + 1:
            return Position(spec, boards[OPPONENT], boards[OWN])
        raise KinarowError(f"it is not my turn with {own} stones of mine and {opponents} of yours")

    # ── thinking ─────────────────────────────────────────────────────────────────────────────

    def _think(self, already: float = 0.0) -> None:
        """Answer with a move, `already` seconds after it was asked for."""
        self._refuse_what_cannot_be()
        position = self._position()
        if position.ending() is not None:
            raise KinarowError("the game is over")
        if self._is_dismissed():
            return
        begun = time.monotonic() - already

        def answer(choice: Choice) -> None:
            self.spent += time.monotonic() - begun
            self.stones[choice.move] = OWN
            self.say(f"MESSAGE {choice.reason}")
            self.say(coordinates(choice.move, position.spec))

        def fail(words: str) -> None:
            self.say(f"ERROR {words}")

        asked = Asked(seconds=max(_LEAST_SECONDS, self._seconds() - already))
        self.thinker.begin(position, asked, lambda choice: None, answer, fail)

    def _is_dismissed(self) -> bool:
        """Whether END is the next command: then nobody wants the answer, however fast it would be
        found."""
        words = (line.partition(" ")[0].upper() for line in self.lines.arrived())
        return next((word for word in words if word not in ("", "INFO")), None) == "END"

    def _seconds(self) -> float:
        """What a move may take, less a little: a busy machine is late to see that time is up."""
        milliseconds = self.info.get("timeout_turn", _DEFAULT_MILLISECONDS)
        left = self._milliseconds_left()
        if left is not None:
            milliseconds = min(milliseconds, left // _MOVES_TO_COME)
        seconds = milliseconds / 1000
        return max(_LEAST_SECONDS, seconds - min(0.2, max(seconds / 4, min(0.06, seconds / 2))))

    def _milliseconds_left(self) -> int | None:
        """Of the whole match: as the manager says, or by our own clock; None if there is no limit.
        A limit of 0 is none."""
        left = self.info.get("time_left")
        if left is not None:
            return None if left == UNLIMITED_MILLISECONDS else left
        match = self.info.get("timeout_match", 0)
        return match - round(1000 * self.spent) if match > 0 else None

    # ── what else the manager says ───────────────────────────────────────────────────────────

    def _inform(self, rest: str) -> None:
        """No answer, whatever it is: what cannot be is refused when a move is asked for."""
        key, _, value = rest.partition(" ")
        number = _whole_number(value.strip())
        if number is None:
            return
        self.info[key.lower()] = number
        if self.spec is not None and self.spec.exact is not self._is_exact:
            self.spec = replace(self.spec, exact=self._is_exact)
            with suppress(KinarowError):  # the player that was ready for the other rule
                self.thinker.get_ready(self.spec)

    def _refuse_what_cannot_be(self) -> None:
        rule = self.info.get("rule", 0)
        if rule not in (0, EXACTLY_FIVE):
            names = [name for bit, name in _RULES.items() if rule & bit]
            words = " and ".join(names) or f"rule {rule}"
            raise KinarowError(f"only five or more, or exactly five, is played here, not {words}")
        memory, used = self.info.get("max_memory", 0), _memory_in_use()
        if 0 < memory < used:
            raise KinarowError(f"{memory} bytes are too few: {used} are in use already")

    def _about(self, _rest: str) -> None:
        self.say(
            f'name="kinarow", version="{__version__}", author="The kinarow authors", '
            f'player="{self.thinker.name}"'
        )

    def _started(self) -> GameSpec:
        if self.spec is None:
            raise KinarowError("there is no board yet: START comes first")
        return self.spec

    def _cell(self, text: str) -> Cell:
        spec = self._started()
        cell = read_coordinates(text, spec)
        if cell is None or not Position.start(spec).geometry.contains(cell):
            raise KinarowError(f"{shortened(text)!r} is not a point of this board, such as 10,10")
        return cell


def _whole_number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[-+]?[0-9]{1,18}", text.strip()) else None


def _memory_in_use() -> int:
    """The most bytes that this process had in memory; 0 where nobody can tell."""
    try:
        import resource
    except ImportError:  # not on this system
        return 0
    import sys

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
