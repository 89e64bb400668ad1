"""A puzzle, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Final, Literal, get_args

from kinarow.drawing import Diagram, draw_svg, notebook
from kinarow.errors import KinarowError
from kinarow.game import Cell, Position
from kinarow.game.movetext import write_moves
from kinarow.reasons.reason import KINDS, Kind

Aim = Literal["win", "draw"]
AIMS: Final[tuple[Aim, ...]] = get_args(Aim)

HARDEST: Final = 6
"""Difficulties begin with 1."""

_ASKS = {"win": "{mark} to move and win", "draw": "{mark} to move and not lose"}


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A position, and what is to be found in it.

    >>> from kinarow import find_puzzles
    >>> puzzle = find_puzzles("connect4", theme="zugzwang")[0]
    >>> puzzle.theme, len(puzzle.answers)
    ('zugzwang', 1)
    """

    line: tuple[Position, ...]
    """The game that led to it, from the empty board on."""
    aim: Aim
    """What the right move keeps."""
    answers: tuple[Cell, ...]
    """The moves that were proven to be right."""
    only: bool
    """Whether every other move is proven to be wrong; otherwise another one may be right, too."""
    theme: Kind | None
    """The kind of reason by which the right move wins or holds; None where no reason is known,
    which is so only in puzzles of one's own games."""
    difficulty: int
    """How many players miss it, each stronger than the one before, until one finds it."""
    played: Cell | None = None
    """In a puzzle of one's own games: the move that gave the value away; or, on boards too large to
    be solved, was not proven to win where another move is."""

    @property
    def position(self) -> Position:
        """Where a move is asked for."""
        return self.line[-1]

    @property
    def last(self) -> Cell | None:
        """The move before."""
        return self.line[-2].move_to(self.line[-1]) if len(self.line) > 1 else None

    @property
    def moves(self) -> str:
        """The moves of the game that led to it."""
        return write_moves(self.position.spec, [a.move_to(b) for a, b in pairwise(self.line)])

    @cached_property
    def key(self) -> str:
        """A short name, made of the position: the same one wherever it is asked for."""
        return sha256(self.position.board_text("state").encode()).hexdigest()[:10]

    def asks(self, mark: str | None = None) -> str:
        """What is asked for, in words."""
        return _ASKS[self.aim].format(mark=mark or self.position.mover.mark)

    @property
    def about(self) -> str:
        """Its theme and difficulty, in words."""
        return f"{self.theme or 'no short reason'}, difficulty {self.difficulty}"

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON, and the form in which it is kept."""
        played = {"played": self.position.move_text(self.played)} if self.played else {}
        return {
            "game": str(self.position.spec),
            "moves": self.moves,
            "aim": self.aim,
            "answers": [self.position.move_text(move) for move in self.answers],
            "only": self.only,
            "theme": self.theme,
            "difficulty": self.difficulty,
            **played,
        }

    @classmethod
    def from_json(cls, given: object) -> Puzzle:
        """A puzzle as `to_json` wrote it; anything else is a `KinarowError`."""
        if not isinstance(given, Mapping):
            raise KinarowError("a puzzle is a JSON object")
        line = tuple(Position.along(_text(given, "moves"), _text(given, "game")))
        position, answers = line[-1], given.get("answers")
        if not isinstance(answers, list) or not answers:
            raise KinarowError("a puzzle has a list of answers")
        difficulty, only = given.get("difficulty"), given.get("only")
        if type(difficulty) is not int or not 1 <= difficulty <= HARDEST:
            raise KinarowError(f"a puzzle's difficulty is a number from 1 to {HARDEST}")
        if not isinstance(only, bool):
            raise KinarowError("a puzzle says whether its answer is the only one")
        moves = tuple(position.parse_move(str(answer)) for answer in answers)
        played = position.parse_move(_text(given, "played")) if "played" in given else None
        every = [*moves, *([played] if played else [])]
        if illegal := [move for move in every if not position.is_legal(move)]:
            raise KinarowError(f"a puzzle's move {illegal[0]} is not a legal move")
        aim, theme = _one_of(given, "aim", AIMS), None
        if played is None or given.get("theme") is not None:
            theme = _one_of(given, "theme", KINDS)
        return cls(line, aim, moves, only, theme, difficulty, played)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"<Puzzle: {self.asks()}, {self.about} ({self.key})>"

    def __str__(self) -> str:
        return f"{self.position}\n{self.asks()}."

    def _repr_html_(self) -> str:
        picture = draw_svg(Diagram.of(self.position, self.last), self.asks())
        return notebook.beside(
            picture, notebook.words(f"{self.asks()}.", strong=True), notebook.words(self.about)
        )


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise KinarowError(f"a puzzle's {name} are a text")
    return value


def _one_of(given: Mapping[str, object], name: str, known: tuple[str, ...]) -> str:
    value = given.get(name)
    if value not in known:
        raise KinarowError(f"a puzzle's {name} is one of {', '.join(known)}")
    return str(value)
