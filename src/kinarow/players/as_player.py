"""Players as programs give them: by text, as a `Player`, or any object that can choose a move."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Any

from kinarow.errors import PlayerError, shortened, visible
from kinarow.evaluation import AnyEvaluator
from kinarow.game import GameSpec, Position
from kinarow.players.identity import content_of, is_our_own
from kinarow.players.player import Choice, Player
from kinarow.players.registry import parse_player


def as_player(given: object) -> Player:
    """The player that is meant, or an error in words."""
    if isinstance(given, Player) and is_our_own(given):
        return given
    if isinstance(given, str):
        return parse_player(given)
    words = visible(shortened(repr(given), 60))
    if isinstance(given, type):
        raise PlayerError(f"{words} is a class: give a player, as in {given.__name__}()")
    if not callable(_member(given, "choose", None)):
        raise PlayerError(
            f"{words} is not a player: give a text such as 'alphabeta:depth=4', or an object with "
            "a method choose(position) that returns a Choice"
        )
    return PlainObject(given)


@dataclass(slots=True)
class PlainObject(Player):
    """An object that has `choose`; for what else it does not have, the defaults of `Player`."""

    given: Any
    identity: str = field(default="", compare=False)
    """Found out once: every game asks for it."""

    def __post_init__(self) -> None:
        if not self.identity:
            own = _member(self.given, "identity", None)
            self.identity = str(own) if own else f"{self.name} {content_of(self.given)}"

    def __copy__(self) -> PlainObject:
        # Games in several threads do not share the object.
        return PlainObject(copy(self.given), self.identity)

    @property
    def name(self) -> str:
        return str(_member(self.given, "name", type(self.given).__name__))

    @property
    def deterministic(self) -> bool:
        return bool(_member(self.given, "deterministic", False))

    @property
    def evaluator(self) -> AnyEvaluator | None:
        found: AnyEvaluator | None = _member(self.given, "evaluator", None)
        return found

    @property
    def only_gravity(self) -> bool:
        return bool(_member(self.given, "only_gravity", False))

    @property
    def grace(self) -> float:
        return float(_member(self.given, "grace", 0.0))

    def new_game(self, seed: int) -> None:
        if begin := _member(self.given, "new_game", None):
            begin(seed)

    def get_ready(self, spec: GameSpec) -> None:
        if prepare := _member(self.given, "get_ready", None):
            prepare(spec)

    def choose(self, position: Position) -> Choice:
        choice: Choice = self.given.choose(position)
        return choice


def _member(given: object, name: str, default: object) -> Any:
    """What an object has, or the default: the only place where members are optional."""
    return getattr(given, name, default)
