"""Which game is played: the size of the board, the length of a winning line, gravity or not, and
whether a longer line wins too."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass, field
from typing import Final

from kinarow.errors import SpecError, shortened, unknown

MAX_SIDE: Final = 100

_TEXT = re.compile(r"(drop|place):([0-9]{1,4})x([0-9]{1,4}):([0-9]{1,4})(:exact)?")


def _whole_number(name: str, value: object) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise SpecError(f"{name} must be a whole number, not {value!r}")
    return operator.index(value)


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A k-in-a-row game; its text form is `drop:7x6:4`, `place:15x15:5` or `place:15x15:5:exact`.

    >>> GameSpec.parse("connect4")
    GameSpec(7, 6, 4, gravity=True)
    >>> str(GameSpec(15, 15, 5, gravity=False))
    'place:15x15:5'
    >>> GameSpec.parse("gomoku-standard")
    GameSpec(15, 15, 5, gravity=False, exact=True)
    """

    columns: int
    rows: int
    target: int
    """How many stones in a row win; a longer row wins too, unless the game is `exact`."""
    gravity: bool = field(kw_only=True)
    """Whether stones fall to the lowest empty cell of their column."""
    exact: bool = field(default=False, kw_only=True)
    """Whether only a row of exactly `target` stones wins; only without gravity."""

    def __post_init__(self) -> None:
        for name in ("columns", "rows", "target"):
            object.__setattr__(self, name, _whole_number(name, getattr(self, name)))
        for name in ("gravity", "exact"):
            if not isinstance(getattr(self, name), bool):
                raise SpecError(f"{name} must be True or False, not {getattr(self, name)!r}")
        if self.exact and self.gravity:
            raise SpecError("exact lines are a rule of games without gravity: place:…, not drop:…")
        for name in ("columns", "rows"):
            side = getattr(self, name)
            if not 1 <= side <= MAX_SIDE:
                raise SpecError(f"a board has 1 to {MAX_SIDE} {name}, not {side}")
        longer = max(self.columns, self.rows)
        if not 1 <= self.target <= longer:
            raise SpecError(
                f"the target on a {self.columns}×{self.rows} board is 1 to {longer}, "
                f"not {self.target}"
            )

    @classmethod
    def parse(cls, text: str) -> GameSpec:
        """Read `drop:7x6:4`, `place:15x15:5`, `place:15x15:5:exact` or the name of a game."""
        wanted = text.strip().lower()
        if wanted in VARIANTS:
            return VARIANTS[wanted].spec
        match = _TEXT.fullmatch(wanted)
        if match is None:
            raise SpecError(
                unknown("game", text, VARIANTS)
                + ", or a text such as drop:7x6:4 or place:15x15:5 (columns x rows : target)"
            )
        kind, *numbers, exact = match.groups()
        columns, rows, target = map(int, numbers)
        return cls(columns, rows, target, gravity=kind == "drop", exact=exact is not None)

    @property
    def cell_count(self) -> int:
        """How many cells the board has."""
        return self.columns * self.rows

    @property
    def name(self) -> str:
        """Its name if it has one, else its text form."""
        return next((v.name for v in VARIANTS.values() if v.spec == self), str(self))

    def __str__(self) -> str:
        kind = "drop" if self.gravity else "place"
        return f"{kind}:{self.columns}x{self.rows}:{self.target}{':exact' if self.exact else ''}"

    def __repr__(self) -> str:
        size = f"{self.columns}, {self.rows}, {self.target}"
        return f"GameSpec({size}, gravity={self.gravity}{', exact=True' if self.exact else ''})"


@dataclass(frozen=True, slots=True)
class Variant:
    """A game that has a name of its own."""

    name: str
    spec: GameSpec
    description: str


VARIANTS: Final[dict[str, Variant]] = {
    variant.name: variant
    for variant in (
        Variant("connect4", GameSpec(7, 6, 4, gravity=True), "Connect Four"),
        Variant("tictactoe", GameSpec(3, 3, 3, gravity=False), "Tic-tac-toe: noughts and crosses"),
        Variant("gomoku", GameSpec(15, 15, 5, gravity=False), "Gomoku, freestyle: five or more"),
        Variant(
            "gomoku-standard",
            GameSpec(15, 15, 5, gravity=False, exact=True),
            "Gomoku, standard: exactly five",
        ),
    )
}


def as_spec(game: GameSpec | str) -> GameSpec:
    """The spec itself, or the one its text names."""
    if isinstance(game, GameSpec):
        return game
    if not isinstance(game, str):
        raise SpecError(
            f"a game must be a GameSpec or a text such as 'connect4', not {shortened(repr(game))}"
        )
    return GameSpec.parse(game)
