"""kinarow as a brain for Gomocup: the Piskvork protocol, answered line by line.

Whatever comes gets the answer that the protocol asks for: ERROR for a command that cannot be
carried out, UNKNOWN for one that is none. It plays freestyle: five or more in a row win.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from kinarow import __version__
from kinarow.adapters.lines import Lines, Writer, lines_of
from kinarow.adapters.thinking import Asked, Thinker
from kinarow.errors import KinarowError, shortened
from kinarow.game import Cell, GameSpec, Position
from kinarow.players import Choice
from kinarow.players.engines.gomocup_conversation import (
    OPPONENT,
    OWN,
    TARGET,
    UNLIMITED_MILLISECONDS,
    coordinates,
    read_coordinates,
)

_DEFAULT_MILLISECONDS = 5000
_MOVES_TO_COME = 20
"""A match's time is spent as if so many moves were still to come."""
_RULES = {1: "exactly five in a row", 2: "continuous games", 4: "renju", 8: "caro"}
_FIELD = re.compile(r"(.*),\s*([0-9])")


class GomocupEngine:
    """A brain, with the board that the manager told it."""

    def __init__(self, player: str, write: Callable[[str], object]) -> None:
        self.thinker, self.say = Thinker(player), Writer(write)
        self.lines: Lines = lines_of(())
        self.spec: GameSpec | None = None
        self.stones: dict[Cell, int] = {}
        """Whose stone lies where; whether that makes a position is asked when it has to."""
        self.info: dict[str, int] = {}
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
                if word == "BOARD":
                    if not self._board():
                        break
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
        self.spec, self.stones = None, {}
        spec = GameSpec(columns, rows, TARGET, gravity=False)
        self.thinker.get_ready(spec)
        self.spec = spec
        self.say("OK")

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

    def _board(self) -> bool:
        """Read a whole board and answer it; False if the end comes before."""
        given: list[str] = []
        for line in self.lines:
            if line.upper() == "END":
                self.say.be_silent()
                return False
            if line.upper() == "DONE":
                self._impose(given)
                return True
            if line:
                given.append(line)
        return False

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
        before, self.stones = self.stones, stones
        try:
            self._think()
        except KinarowError:
            self.stones = before
            raise

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

    def _think(self) -> None:
        self._refuse_what_cannot_be()
        position = self._position()
        if position.ending() is not None:
            raise KinarowError("the game is over")
        if self._is_dismissed():
            return

        def answer(choice: Choice) -> None:
            self.stones[choice.move] = OWN
            self.say(f"MESSAGE {choice.reason}")
            self.say(coordinates(choice.move, position.spec))

        def fail(words: str) -> None:
            self.say(f"ERROR {words}")

        asked = Asked(seconds=self._seconds())
        self.thinker.begin(position, asked, lambda choice: None, answer, fail)

    def _is_dismissed(self) -> bool:
        """Whether END is the next command: then nobody wants the answer, however fast it would be
        found."""
        words = (line.partition(" ")[0].upper() for line in self.lines.arrived())
        return next((word for word in words if word not in ("", "INFO")), None) == "END"

    def _seconds(self) -> float:
        """What a move may take, less a little: a busy machine is late to see that time is up."""
        milliseconds = self.info.get("timeout_turn", _DEFAULT_MILLISECONDS)
        left = self.info.get("time_left", UNLIMITED_MILLISECONDS)
        if left != UNLIMITED_MILLISECONDS:
            milliseconds = min(milliseconds, left // _MOVES_TO_COME)
        seconds = milliseconds / 1000
        return max(0.01, seconds - min(0.2, seconds / 5))

    # ── what else the manager says ───────────────────────────────────────────────────────────

    def _inform(self, rest: str) -> None:
        """No answer, whatever it is: what cannot be is refused when a move is asked for."""
        key, _, value = rest.partition(" ")
        number = _whole_number(value.strip())
        if number is not None:
            self.info[key.lower()] = number

    def _refuse_what_cannot_be(self) -> None:
        rule = self.info.get("rule", 0)
        if rule:
            names = [name for bit, name in _RULES.items() if rule & bit]
            words = " and ".join(names) or f"rule {rule}"
            raise KinarowError(
                f"only freestyle (five or more in a row) is played here, not {words}"
            )
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
