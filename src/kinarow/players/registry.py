"""Players by text: `name:key=value,key=value`, as in `alphabeta:eval=open-lines,depth=6`.

A player from a file is `file:bot.py`, another program `engine:./pbrain-x`; what such a kind can be
told comes before it: `kaggle:seconds=1,submission.py`, `engine:seconds=2,./pbrain-x`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from kinarow.errors import KinarowError, PlayerError, shortened, unknown
from kinarow.evaluation import CATALOGUE, AnyEvaluator, load_evaluator
from kinarow.evaluation.load import OPTIONS, InFile
from kinarow.players.builtin.best import BestPlayer
from kinarow.players.builtin.human import HumanPlayer
from kinarow.players.builtin.levels import LevelPlayer
from kinarow.players.builtin.monte_carlo import MonteCarloPlayer, TreePlayer
from kinarow.players.builtin.most_valuable_square import SquareValuePlayer
from kinarow.players.builtin.perfect import PerfectPlayer
from kinarow.players.builtin.searcher import (
    AlphaBetaPlayer,
    ExpectimaxPlayer,
    MinimaxPlayer,
    PlainAlphaBetaPlayer,
)
from kinarow.players.builtin.simple import FirstLegalPlayer, FixedOrderPlayer, RandomPlayer
from kinarow.players.builtin.threat_searcher import ThreatPlayer
from kinarow.players.engines.engine_player import EnginePlayer
from kinarow.players.player import Player, written
from kinarow.players.typed_text import as_player_text
from kinarow.players.user.course_file import GRACE, course_player
from kinarow.players.user.from_file import FilePlayer, split_class
from kinarow.players.user.kaggle_file import FOLDER_AT_KAGGLE, KagglePlayer
from kinarow.search.threats.options import ThreatOptions
from kinarow.work.deadline import MOST_SECONDS


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
    options: Mapping[str, Option] = field(default_factory=dict)
    runs_files: bool = False
    """Whether the text after the colon names a file that will be run."""
    names_class: bool = False
    """Whether a class of the file may follow it, as in `players.py:alphaBetaAI`."""
    only_gravity: bool = False
    """Whether it plays nothing but games with gravity."""
    inside: str = ""
    """Where such a player looks for its files, and finds them in a sandbox."""
    grace: float = 0.0
    """For players that are stopped when their time is up, instead of losing by it: what that may
    take, in seconds."""


def _whole_number(text: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,18}", text) is None:
        raise PlayerError(f"{shortened(text)!r} is not a whole number")
    return int(text)


def _number(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) is None:
        raise PlayerError(f"{shortened(text)!r} is not a number such as 0.5")
    return float(text)


def _positive_seconds(text: str) -> float:
    seconds = _number(text)
    if not 0 < seconds <= MOST_SECONDS:
        raise PlayerError(f"more than 0 and at most {MOST_SECONDS}")
    return seconds


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise PlayerError(f"{shortened(text)!r} is neither yes nor no")
    return text == "yes"


ENGINE: Final = "engine"

_EVAL: Final = Option("evaluator", None, "the evaluator that judges")
_DEPTH: Final = Option("depth", _whole_number, "how many plies it looks ahead")
_SEED: Final = Option("seed", _whole_number, "random seed")
_NODES: Final = Option("nodes", _whole_number, "how many positions it may look at")
_SECONDS: Final = Option("seconds", _number, "how long it may take for a move")
_SECONDS_OF_A_FILE: Final = replace(_SECONDS, read=_positive_seconds)
_PLAYOUTS: Final = Option("playouts", _whole_number, "how many random games it plays for a move")

PLAYERS: Final[dict[str, PlayerKind]] = {
    kind.name: kind
    for kind in (
        PlayerKind("human", HumanPlayer, "asks at the keyboard"),
        PlayerKind("random", RandomPlayer, "any legal move", {"seed": _SEED}),
        PlayerKind("first-legal", FirstLegalPlayer, "the first legal move"),
        PlayerKind("fixed-order", FixedOrderPlayer, "the first legal column of a fixed order"),
        PlayerKind(
            "level",
            LevelPlayer,
            "ten strengths for people",
            {"n": Option("n", _whole_number, "1 (easiest) to 10")},
        ),
        PlayerKind(
            "monte-carlo",
            MonteCarloPlayer,
            "the move that does best in random games",
            {"playouts": _PLAYOUTS, "seed": _SEED},
        ),
        PlayerKind(
            "mcts",
            TreePlayer,
            "Monte Carlo tree search (UCT)",
            {
                "playouts": _PLAYOUTS,
                "explore": Option("explore", _number, "how curious it is"),
                "seed": _SEED,
            },
        ),
        PlayerKind("square-value", SquareValuePlayer, "the most valuable square"),
        PlayerKind(
            "minimax",
            MinimaxPlayer,
            "looks at everything to a depth, in readable Python",
            {"eval": _EVAL, "depth": _DEPTH},
        ),
        PlayerKind(
            "alphabeta-plain",
            PlainAlphaBetaPlayer,
            "minimax with pruning, in readable Python",
            {"eval": _EVAL, "depth": _DEPTH},
        ),
        PlayerKind(
            "alphabeta",
            AlphaBetaPlayer,
            "alpha-beta at native speed",
            {
                "eval": _EVAL,
                "depth": _DEPTH,
                "nodes": _NODES,
                "seconds": _SECONDS,
                "threads": Option("threads", _whole_number, "how many threads search"),
            },
        ),
        PlayerKind(
            "best",
            BestPlayer,
            "the strongest play for the game: solver, forced wins, search",
            {"depth": _DEPTH, "nodes": _NODES, "seconds": _SECONDS},
        ),
        PlayerKind(
            "threat-search",
            ThreatPlayer.told,
            "alpha-beta that makes and meets threats, and so sees further",
            {
                "eval": _EVAL,
                "depth": _DEPTH,
                "nodes": _NODES,
                "seconds": _SECONDS,
                **{
                    option.name: Option(
                        option.name,
                        _yes_or_no if isinstance(option.default, bool) else _whole_number,
                        option.metadata["meaning"],
                    )
                    for option in fields(ThreatOptions)
                },
            },
        ),
        PlayerKind(
            "expectimax",
            ExpectimaxPlayer,
            "the best move against one who moves at random",
            {"eval": _EVAL, "depth": _DEPTH},
        ),
        PlayerKind(
            "perfect",
            PerfectPlayer,
            "perfect play, on boards that the solver can solve",
            {"nodes": _NODES},
        ),
        PlayerKind(
            "file",
            FilePlayer,
            "a function choose(board, me, opponent) in a Python file: file:bot.py",
            runs_files=True,
        ),
        PlayerKind(
            "kaggle",
            KagglePlayer,
            "an agent(observation, configuration) for Kaggle's ConnectX: kaggle:submission.py",
            {"seconds": _SECONDS_OF_A_FILE},
            runs_files=True,
            only_gravity=True,
            inside=FOLDER_AT_KAGGLE,
        ),
        PlayerKind(
            "course",
            course_player,
            "a class with play(env, move) for a course's skeleton: course:players.py:alphaBetaAI",
            {"seconds": _SECONDS_OF_A_FILE},
            runs_files=True,
            names_class=True,
            only_gravity=True,
            grace=GRACE,
        ),
        PlayerKind(
            ENGINE,
            EnginePlayer,
            "another program that speaks UKI or Gomocup's protocol: engine:./pbrain-x",
            {
                "protocol": Option("protocol", str, "uki, or gomocup as for a program pbrain-…"),
                "seconds": _SECONDS,
                "depth": Option("depth", _whole_number, "how many plies it is to look ahead"),
                "nodes": _NODES,
            },
            runs_files=True,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Described:
    """A player's text, taken apart."""

    kind: PlayerKind
    arguments: dict[str, Any]
    """What its options say."""
    rest: str = ""
    """The file or the command, for kinds that run one."""

    @property
    def file(self) -> Path | None:
        """The file of Python's that it will run."""
        if not self.kind.runs_files or self.kind.name == ENGINE:
            return None
        return split_class(self.rest)[0] if self.kind.names_class else Path(self.rest)

    def with_seconds(self, seconds: float) -> str:
        """Its text with another limit, if it is of a kind that knows of one."""
        told = f"seconds={written(seconds)}," if "seconds" in self.kind.options else ""
        return f"{self.kind.name}:{told}{self.rest}"

    def make(self) -> Player:
        given = (self.rest,) if self.kind.runs_files else ()
        try:
            return self.kind.make(*given, **self.arguments)
        except PlayerError:
            raise
        except KinarowError as error:
            raise PlayerError(f"{self.kind.name}: {error}") from None


def describe(
    text: str,
    find_evaluator: Callable[[str], AnyEvaluator] = load_evaluator,
    kinds: Mapping[str, PlayerKind] = PLAYERS,
) -> Described:
    """What a text says, its options checked; files that it names are not read yet."""
    text = as_player_text(text.strip(), kinds)
    name, _, settings = text.partition(":")
    if name not in kinds:
        raise PlayerError(unknown("player", name, kinds))
    kind, rest = kinds[name], ""
    if kind.runs_files:
        settings, rest = _options_before(settings) if kind.options else ("", settings)
        if not rest or re.fullmatch(r"\w+=[^,]*", rest):
            example = kind.description.rpartition(" ")[2]
            raise PlayerError(
                f"{name}: the file or program is missing, as in {example}; options come before it"
            )
    arguments: dict[str, Any] = {}
    for setting in _settings(settings) if settings else ():
        key, equals, value = setting.partition("=")
        if key not in kind.options:
            raise PlayerError(f"{name}: {_unknown_option(setting, kind)}")
        option = kind.options[key]
        near = re.search(r",(\w+):(\d+)$", value) if option.read is None else None
        if near and near[1] in kind.options:
            raise PlayerError(f"{name}: did you mean {near[1]}={near[2]}?")
        if not equals or option.argument in arguments:
            raise PlayerError(f"{name}: {key} must be given once, as {key}=…")
        try:
            arguments[option.argument] = (
                option.read(value) if option.read else _evaluator_named(value, find_evaluator)
            )
        except PlayerError as error:
            raise PlayerError(f"{name}: {key}: {error}") from None
    return Described(kind, arguments, rest)


def _settings(text: str) -> list[str]:
    """The settings of a player. What an evaluator is told belongs to the evaluator before it, as in
    `eval=my_eval.py:score,rows=bottom,depth=4`, and so does the rest of a file's name with a comma
    in it."""
    settings: list[str] = []
    for setting in text.split(","):
        of_evaluator = setting.startswith(OPTIONS) or "=" not in setting
        if settings and settings[-1].startswith("eval=") and of_evaluator:
            settings[-1] += f",{setting}"
        else:
            settings.append(setting)
    return settings


def _evaluator_named(value: str, find: Callable[[str], AnyEvaluator]) -> AnyEvaluator:
    in_file = InFile.parse(value)
    if in_file is not None and in_file.name and "=" in in_file.name:
        raise PlayerError(f"did you mean {in_file.file},{in_file.name}, with a comma?")
    return find(value)


def _unknown_option(setting: str, kind: PlayerKind) -> str:
    """A sentence for a setting that a player does not know."""
    key, equals, _ = setting.partition("=")
    if not equals and "eval" in kind.options:
        if setting.endswith((".py", ".json")) or setting in CATALOGUE:
            return f"did you mean eval={shortened(setting)}?"
        near = re.fullmatch(r"(\w+)[: ](.+)", setting)
        if near and near[1] in kind.options:
            return f"did you mean {near[1]}={near[2]}?"
    return unknown("option", key, kind.options)


def parse_player(
    text: str,
    find_evaluator: Callable[[str], AnyEvaluator] = load_evaluator,
    kinds: Mapping[str, PlayerKind] = PLAYERS,
) -> Player:
    """The player that a text describes, as `kinarow players` lists them.

    >>> from kinarow import Position, parse_player
    >>> parse_player("fixed-order").choose(Position.start()).move.name
    'd1'

    Who must not let a text name files passes another way to find evaluators, and fewer kinds.
    """
    return describe(text, find_evaluator, kinds).make()


def _options_before(settings: str) -> tuple[str, str]:
    """What comes before a file or a command, as in `seconds=2,./x --from=a,b`, and that itself."""
    match = re.match(r"((?:\w+=[^,\s]*,)*)(.*)", settings, re.DOTALL)
    assert match is not None
    return match[1].removesuffix(","), match[2]
