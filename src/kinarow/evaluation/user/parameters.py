"""What a user's function is given, by what its parameters are called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter
from typing import TYPE_CHECKING, Any, Final, Literal

from kinarow.game import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

Rows = Literal["top", "bottom"]

ROLES: Final[dict[str, tuple[str, ...]]] = {
    "board": ("board", "grid", "state", "b"),
    "me": ("me", "piece", "player", "mark", "token"),
    "opponent": ("opponent", "opp", "other"),
    "game": ("game", "spec", "config"),
}
"""What a function may be given, in the order in which it is where names say nothing, and what
people call it."""

ACCEPTED: Final = "(board), (board, me), (board, me, opponent) or (board, me, opponent, game)"

_BY_NAME: Final = {name: role for role, names in ROLES.items() for name in names}
_BY_PLACE: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Parameters:
    """The roles of a function's parameters, in their order, and which row of the board is first."""

    roles: tuple[str, ...]
    rows: Rows = "top"

    @classmethod
    def of(cls, function: Callable[..., Any], rows: Rows = "top") -> Parameters | None:
        """Those of a function; None if it is not clear what it wants."""
        taken = _taken(function)
        roles = _by_name(taken) or _by_place(taken)
        return cls(roles, rows) if "board" in roles else None

    @staticmethod
    def say_so(function: Callable[..., Any]) -> bool:
        """Whether the names of a function's parameters alone say that it takes a board."""
        return "board" in _by_name(_taken(function))

    @property
    def judges_for_first(self) -> bool:
        """Whether the function is not told for whom it judges: then it does for the first side."""
        return not {"me", "opponent"} & set(self.roles)

    def seen(self, board: NDArray[Any]) -> NDArray[Any]:
        """The board, from its top row down as we have it, as the function sees it."""
        return board[::-1] if self.rows == "bottom" else board

    def board_of(self, arguments: tuple[Any, ...]) -> Any:
        """The board among what the function was called with."""
        return arguments[self.roles.index("board")]

    def values(self, board: NDArray[Any], side: Side, game: object) -> tuple[Any, ...]:
        """What the function is called with."""
        given = {
            "board": board if self.rows == "top" else self.seen(board).copy(),
            "me": int(side),
            "opponent": int(side.other),
            "game": game,
        }
        return tuple(given[role] for role in self.roles)


def _taken(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters that can be given by place; none where that is not enough for a call."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # built-in functions need not say what they take
        return []
    if any(p.kind is p.KEYWORD_ONLY and p.default is p.empty for p in parameters):
        return []
    return [p for p in parameters if p.kind in _BY_PLACE]


def _by_name(taken: list[Parameter]) -> tuple[str, ...]:
    """Roles by names, where all names that matter are known; else none."""
    matter = [p for p in taken if p.default is p.empty or p.name in _BY_NAME]
    roles = tuple(_BY_NAME.get(p.name, "") for p in matter)
    in_a_row = taken[: len(matter)] == matter
    return roles if in_a_row and all(roles) and len(set(roles)) == len(roles) else ()


def _by_place(taken: list[Parameter]) -> tuple[str, ...]:
    """Roles by place, for all that are needed and for a `game` that has a default."""
    needed = [p for p in taken if p.default is p.empty]
    if len(needed) > len(ROLES):
        return ()
    roles = list(ROLES)[: len(needed)]
    for role, p in list(zip(ROLES, taken, strict=False))[len(needed) :]:
        if _BY_NAME.get(p.name) != role:
            break
        roles.append(role)
    # One letter may be called as it likes; a word that means another role is a mistake.
    words = zip(roles, (p.name for p in taken), strict=False)
    misplaced = any(len(name) > 1 and _BY_NAME.get(name, role) != role for role, name in words)
    return () if misplaced else tuple(roles)
