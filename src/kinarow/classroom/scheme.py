"""How a class is marked: by moves compared with perfect play and by points against opponents.

A scheme is written as TOML; `DEFAULT` is one. A part is worth some points: a score of `from` or
less earns none of them, one of `full` or more all, and in between they grow evenly. The score of a
part is the share of the games' points, a tie counting half; the share of right moves; or, in judged
positions, how far the share of right moves lies between that of a search that judges nothing and 1.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

from kinarow.errors import KinarowError, shortened, told_of_file, unknown
from kinarow.game import GameSpec
from kinarow.grading.labels import is_solved
from kinarow.players.isolated.remote_evaluator import MOST_DEPTH

Value = TypeVar("Value", str, bool, int)

DEFAULT: Final = """\
game = "connect4"
games = 60          # against each opponent: pairs with sides swapped, so an even number
depth = 2           # how many plies ahead the search looks that a submission judges for: 1 to 4
# seed = 0          # draws positions, openings and chance; or keep it secret: --seed

[[part]]            # moves beside the exact value of every move
name = "judgement"
positions = 4000
judged = true       # only positions in which looking ahead does not decide, but judgement does
points = 90
from = -0.05        # 0 is a search without an evaluator, which so gets a ninth of the points
full = 0.4          # 1 is perfect play; evaluators made by hand reach about 0.4

[[part]]            # a reference that searches as deep as the submissions do
name = "games"
opponent = "alphabeta:eval=phased-traps,depth=2"
points = 10
from = 0.2          # a search without an evaluator gets about 0.25 of the games' points
full = 0.6

# [[part]]          # a small public test, with a seed of its own that students may know
# name = "public test"
# positions = 400
# judged = true
# seed = 1
# points = 10
# from = -0.05
# full = 0.4
# visibility = "visible"    # or hidden, after_due_date, after_published, as in Gradescope

[grades]            # the least mark for each; any names, in any number
A = 85
B = 70
C = 55
D = 40
F = 0

# [leaderboard]     # for --leaderboard: who stands there beside the students, to be measured by
# staff = ["anchored-runs", "open-lines", "phased-traps"]
"""

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
VISIBILITIES: Final[tuple[Visibility, ...]] = get_args(Visibility)
"""When students see a part, by the names that Gradescope has for it."""


@dataclass(frozen=True, slots=True)
class MarkPart:
    """One of the things that a mark is made of."""

    points: float
    opponent: str = ""
    """Who is played against; nobody if moves are compared with perfect play."""
    positions: int = 0
    best: bool = False
    """Whether only the best moves are right, or all that keep the result."""
    none_up_to: float = 0.0
    full_from: float = 1.0
    judged: bool = False
    """Whether the positions are those in which judgement decides."""
    title: str = ""
    """What the scheme calls it, if it does."""
    seed: int | None = None
    """Draws its positions or openings, instead of the scheme's."""
    visibility: Visibility = "visible"

    @property
    def is_shown(self) -> bool:
        """Whether students are told of it when they are given their marks."""
        return self.visibility != "hidden"

    @property
    def name(self) -> str:
        if self.title:
            return self.title
        if self.opponent:
            return self.opponent
        if self.judged:
            return "judgement"
        return "best moves" if self.best else "right moves"

    def earned(self, score: float) -> float:
        """The points that a score earns."""
        share = (score - self.none_up_to) / (self.full_from - self.none_up_to)
        return self.points * min(1.0, max(0.0, share))


class PositionSet(NamedTuple):
    """Positions that are drawn together."""

    judged: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a class is marked."""

    spec: GameSpec
    parts: tuple[MarkPart, ...]
    games: int = 20
    depth: int = 2
    seed: int = 0
    grades: tuple[tuple[str, float], ...] = ()
    """Names of marks with the least mark for each, the highest first."""
    note: str = ""
    """What is not as the scheme was written, in words."""
    staff: tuple[str, ...] = ()
    """Evaluators that stand on the leaderboard beside the students."""

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= MOST_DEPTH:
            raise KinarowError(
                f"depth is 1 to {MOST_DEPTH}, not {self.depth}: the search that a submission "
                f"judges for looks at most {MOST_DEPTH} plies ahead; opponents may look farther, "
                f"as in opponent = 'alphabeta:eval=open-lines,depth=8'"
            )
        if self.games % 2:
            raise KinarowError(
                f"games = {self.games}: games come in pairs with sides swapped, so write "
                f"{self.games + 1}{f' or {self.games - 1}' if self.games > 1 else ''}"
            )

    @property
    def out_of(self) -> float:
        return sum(part.points for part in self.parts)

    @property
    def positions(self) -> int:
        """How many positions are asked for."""
        return sum(self.position_sets.values())

    @property
    def position_sets(self) -> dict[PositionSet, int]:
        """How many positions of each set are needed: parts with the same seed share theirs."""
        sets: dict[PositionSet, int] = {}
        for part in self.parts:
            if part.positions:
                drawn = self.set_of(part)
                sets[drawn] = max(part.positions, sets.get(drawn, 0))
        return sets

    def set_of(self, part: MarkPart) -> PositionSet:
        """The positions that a part is about."""
        return PositionSet(part.judged, self.seed_of(part))

    def seed_of(self, part: MarkPart) -> int:
        return self.seed if part.seed is None else part.seed

    @property
    def is_open(self) -> bool:
        """Whether students are told of all parts, and so of the whole mark."""
        return all(part.is_shown for part in self.parts)

    def grade(self, mark: float) -> str:
        """The name of a mark, if there are names; below the last of them it is said so."""
        names = (name for name, least in self.grades if mark >= least - 1e-9)
        return next(names, f"below {self.grades[-1][0]}" if self.grades else "")

    def grade_of(self, mark: float | None) -> str:
        """The same, and nothing where there is no mark."""
        return "" if mark is None else self.grade(mark)


def read_scheme(path: Path) -> Scheme:
    """The scheme that a file holds."""
    with told_of_file(path):
        text = path.read_text(encoding="utf-8-sig")
    try:
        return parse_scheme(text)
    except KinarowError as error:
        raise KinarowError(f"{path.name}: {error}") from None


def parse_scheme(text: str) -> Scheme:
    """The scheme that a text describes."""
    try:
        return _scheme(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise KinarowError(str(error)) from None
    except RecursionError:
        raise KinarowError("the scheme is nested too deeply") from None
    except ValueError:  # of Python, which refuses to read or to write it
        raise KinarowError("a number in the scheme has too many digits") from None


def _scheme(values: dict[str, Any]) -> Scheme:
    _check_keys(values, ("game", "games", "depth", "seed", "part", "grades", "leaderboard"))
    parts = values.get("part", [])
    if not isinstance(parts, list) or not parts or not all(isinstance(p, dict) for p in parts):
        raise KinarowError("a scheme needs at least one [[part]]")
    scheme = Scheme(
        GameSpec.parse(_taken(values, "game", "connect4", str)),
        tuple(map(_part, parts)),
        _whole(values, "games", 20, 1, 10_000),
        _taken(values, "depth", 2, int),
        _whole(values, "seed", 0, -(10**18), 10**18),
        _grades(values.get("grades", {})),
        staff=_staff(values.get("leaderboard", {})),
    )
    if scheme.positions and not is_solved(scheme.spec):
        scheme = _by_games_alone(scheme)
    names = [part.name for part in scheme.parts]
    for name in names:
        if names.count(name) > 1:
            raise KinarowError(
                f"two parts of the scheme are called {name}: give each a 'name' of its own"
            )
    return scheme


def _by_games_alone(scheme: Scheme) -> Scheme:
    """The same scheme where no exact values are to be had: its games are worth all its points."""
    games = [part for part in scheme.parts if part.opponent]
    left = sum(part.points for part in games)
    if not left:
        raise KinarowError(f"positions: {scheme.spec} cannot be solved in little time")
    more = scheme.out_of / left
    note = (
        f"{scheme.spec} cannot be solved in little time: games alone are marked, "
        "and the intervals are wider"
    )
    parts = tuple(replace(part, points=part.points * more) for part in games)
    return replace(scheme, parts=parts, note=note)


def _part(values: dict[str, Any]) -> MarkPart:
    known = (
        "name", "opponent", "positions", "points", "from", "full", "best", "judged", "seed",
        "visibility",
    )  # fmt: skip
    _check_keys(values, known)
    if ("opponent" in values) == ("positions" in values):
        raise KinarowError("each part needs either 'opponent' or 'positions'")
    if "points" not in values:
        raise KinarowError("each part needs 'points'")
    part = MarkPart(
        _number(values, "points", 0, 10**6),
        _taken(values, "opponent", "", str),
        _whole(values, "positions", 0, 1, 100_000),
        _taken(values, "best", False, bool),
        _number(values, "from", -1 if values.get("judged") is True else 0, 1),
        _number(values, "full", 0, 1, default=1.0),
        _taken(values, "judged", False, bool),
        " ".join(_taken(values, "name", "", str).split()),
        _whole(values, "seed", 0, -(10**18), 10**18) if "seed" in values else None,
        _visibility(values),
    )
    if "name" in values and not part.title:
        raise KinarowError("'name' must be some words, not empty")
    if "opponent" in values and not part.opponent.strip():
        raise KinarowError("'opponent' must be the name of a player, not empty")
    if part.none_up_to >= part.full_from:
        raise KinarowError(f"{part.name}: 'full' must be greater than 'from'")
    for key in ("best", "judged"):
        if part.opponent and key in values:
            raise KinarowError(f"{part.name}: '{key}' is only for parts with 'positions'")
    if part.best and part.judged:
        raise KinarowError("'best' is not for judged positions")
    return part


def _visibility(values: dict[str, Any]) -> Visibility:
    written = _taken(values, "visibility", "visible", str)
    for visibility in VISIBILITIES:
        if written == visibility:
            return visibility
    raise KinarowError(unknown("visibility", written, VISIBILITIES))


def _staff(values: object) -> tuple[str, ...]:
    if not isinstance(values, dict):
        raise KinarowError("[leaderboard] says who stands there, as staff = ['open-lines']")
    _check_keys(values, ("staff",))
    names = values.get("staff", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise KinarowError("staff is a list of evaluators, such as ['open-lines']")
    return tuple(dict.fromkeys(names))


def _grades(values: object) -> tuple[tuple[str, float], ...]:
    if not isinstance(values, dict):
        raise KinarowError("[grades] must give the lowest mark for each grade, such as A = 90")
    found = [(name, _number(values, name, -(10**6), 10**6)) for name in values]
    return tuple(sorted(found, key=lambda grade: -grade[1]))


def _check_keys(values: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in values:
        if key not in known:
            raise KinarowError(unknown("setting", key, known))


def _taken(values: dict[str, Any], key: str, default: Value, kind: type[Value]) -> Value:
    value = values.get(key, default)
    if type(value) is not kind:
        words = {str: "text", bool: "true or false", int: "a whole number"}[kind]
        raise KinarowError(f"{key} is {words}, not {shortened(repr(value))}")
    return value


def _whole(values: dict[str, Any], key: str, default: int, least: int, most: int) -> int:
    value = _taken(values, key, default, int)
    if key in values and not least <= value <= most:
        raise KinarowError(f"{key} is {least} to {most}, not {shortened(repr(value))}")
    return value


def _number(
    values: dict[str, Any], key: str, least: float, most: float, default: float = 0.0
) -> float:
    value = values.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise KinarowError(f"{key} is a number, not {shortened(repr(value))}")
    if not least <= value <= most:  # nor is nan
        raise KinarowError(f"{key} is {least:g} to {most:g}, not {shortened(repr(value))}")
    return float(value)
