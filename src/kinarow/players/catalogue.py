"""Players by text: `name:key=value,key=value`, as in `alphabeta:eval=open-lines,depth=4`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kinarow.errors import PlayerError, shortened, unknown
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.players.player import Player
from kinarow.players.searcher import AlphaBetaPlayer, MinimaxPlayer
from kinarow.players.simple import RandomPlayer
from kinarow.players.square_value import SquareValuePlayer


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a player: which argument it is and how its text is read."""

    argument: str
    read: Callable[[str], object] | None
    """None for an evaluator, which is found as the caller says."""
    meaning: str


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player that text can name."""

    name: str
    make: Callable[..., Player]
    description: str
    options: Mapping[str, Option]


def _whole_number(text: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,18}", text) is None:
        raise PlayerError(f"{shortened(text)!r} is no whole number")
    return int(text)


_SEARCH_OPTIONS: Final = {
    "eval": Option("evaluator", None, "the evaluator that judges"),
    "depth": Option("depth", _whole_number, "how many plies it looks ahead"),
}

PLAYERS: Final[dict[str, PlayerKind]] = {
    kind.name: kind
    for kind in (
        PlayerKind(
            "random",
            RandomPlayer,
            "any legal move",
            {"seed": Option("seed", _whole_number, "for another run of luck")},
        ),
        PlayerKind("square-value", SquareValuePlayer, "the most valuable square", {}),
        PlayerKind("minimax", MinimaxPlayer, "looks at everything to a depth", _SEARCH_OPTIONS),
        PlayerKind("alphabeta", AlphaBetaPlayer, "minimax with pruning", _SEARCH_OPTIONS),
    )
}


def parse_player(
    text: str, find_evaluator: Callable[[str], AnyEvaluator] = load_evaluator
) -> Player:
    """The player that a text describes.

    Who must not let a text name files passes another way to find evaluators.
    """
    name, _, settings = text.strip().partition(":")
    if name not in PLAYERS:
        raise PlayerError(unknown("player", name, PLAYERS))
    kind = PLAYERS[name]
    arguments: dict[str, Any] = {}
    for setting in settings.split(",") if settings else ():
        key, equals, value = setting.partition("=")
        if key not in kind.options:
            raise PlayerError(f"{name}: {unknown('option', key, kind.options)}")
        option = kind.options[key]
        if not equals or option.argument in arguments:
            raise PlayerError(f"{name}: {key} is to be given once, as {key}=…")
        try:
            read = option.read or find_evaluator
            arguments[option.argument] = read(value)
        except PlayerError as error:
            raise PlayerError(f"{name}: {key}: {error}") from None
    return kind.make(**arguments)
