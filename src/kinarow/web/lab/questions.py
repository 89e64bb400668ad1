"""What a request may ask, and its limits.

A request names what is in the catalogue, or brings terms as JSON: no file, no program, no code.
What was given when the lab was started counts as part of the catalogue.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from kinarow.errors import EvaluatorError, KinarowError
from kinarow.evaluation import CATALOGUE, AnyEvaluator, Evaluator, usual_evaluator
from kinarow.evaluation.catalogue import FITTED, find_evaluator
from kinarow.evaluation.written.json_files import from_json
from kinarow.game import GameSpec, Position, Side
from kinarow.players import PLAYERS, AlphaBetaPlayer, Player, parse_player
from kinarow.players.builtin.monte_carlo import MonteCarloPlayer
from kinarow.players.builtin.perfect import PerfectPlayer
from kinarow.players.builtin.searcher import LimitedPlayer
from kinarow.web.lab.fields import Field, Number, OneOf, Text, Value_co, Whole
from kinarow.web.lab.versions import Failure, Versions

USUAL_GAME: Final = "connect4"
MOST_CELLS: Final = 400
MOST_BYTES: Final = 64 * 1024
MOST_OF_A_PAGE: Final = 200
"""Games, or tournaments, that one answer lists."""
MOST_VERSIONS: Final = 10**9
"""Numbers of versions of a file."""
_LONGEST_MOVES = 4 * MOST_CELLS
_MOST_NODES = 1_000_000
_MOST_NODES_OF_PERFECT = 100_000_000
"""What a thinker solves within the seconds that a move may take."""
_MOST_PLAYOUTS = 20_000
_MOST_TERMS = 32
_MOST_PLACES = 6400
"""Terms × cells: with them grow the time and the space that an explanation takes."""
_MOST_SECONDS = 5.0
_BODY_SECONDS = 10.0
_LONGEST_SECONDS = 10
"""What an analysis, or a move of a game that is looked at, may take."""

GAME: Final = Text(
    "game",
    f"connect4, drop:8x7:4, place:15x15:5:exact, …, up to {MOST_CELLS} cells",
    usual=USUAL_GAME,
    example="connect4",
)
MOVES: Final = Text("moves", "columns such as 4453, or cells such as d4 e5", example="4453")
POSITION: Final = (GAME, MOVES)
SIDE: Final = OneOf("for", usual="first", known=("first", "second", "mover"), spoken="side")
_TEXT: Final = {"type": "string"}
EVALUATOR: Final[Field[object]] = Field(
    "evaluator",
    "a name of the catalogue, or an evaluator as kinarow's JSON files have it",
    usual=None,
    example="center-window",
    body_kind={"oneOf": [_TEXT, {"type": "object"}]},
    address_kind=_TEXT,
)
VERSION: Final = Whole(
    "version",
    "of the evaluator's file; by default the one in use",
    least=1,
    most=MOST_VERSIONS,
)
PLAYER: Final = Text(
    "player",
    "as on the command line, without files",
    usual="alphabeta",
    example="alphabeta:depth=2",
)
_ENTRANT: Final = {one.name: one.schema() for one in (PLAYER, EVALUATOR)}
ENTRANTS: Final[Field[object]] = Field(
    "players",
    usual=[],
    example=["random", "first-legal"],
    is_required=True,
    body_kind={
        "type": "array",
        "items": {"oneOf": [_TEXT, {"type": "object", "properties": _ENTRANT}]},
    },
)
SEED: Final = Whole("seed", "for other openings", least=0, most=2**31)
ROUNDS: Final = Whole("rounds", "pairs of games for each two players", least=1, most=1000, usual=10)
OPENING_RULE: Final = Text("opening_rule", known=("", "swap2"))
FIRST: Final = Whole(
    "first", "number of the first one listed; by default the end is", least=0, most=10**9
)
COUNT: Final = Whole(
    "count", "how many are listed", least=1, most=MOST_OF_A_PAGE, usual=MOST_OF_A_PAGE
)
PAGE: Final = (FIRST, COUNT)


def seconds_field(usual: float, about: str = "at most") -> Number:
    """How long an answer may take."""
    return Number("seconds", about, least=0.05, most=_LONGEST_SECONDS, usual=usual)


_NOT_IN_THE_LAB = {"human", "minimax", "alphabeta-plain", "expectimax"}
LAB_PLAYERS: Final = {
    name: kind
    for name, kind in PLAYERS.items()
    if not kind.runs_files and name not in _NOT_IN_THE_LAB
}
"""Those that neither ask nor run files, and whose time has a bound."""


@dataclass(frozen=True, slots=True)
class Known:
    """What requests may name besides the catalogue: what the lab was started with."""

    evaluators: Mapping[str, AnyEvaluator] = field(default_factory=dict)
    """As they were at the start."""
    players: dict[str, Player] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    """By the name of an evaluator, how it was given at the start."""
    usual: str = ""
    """The evaluator that a page begins with; none: the one that is usual in the game."""
    broken: Mapping[str, str] = field(default_factory=dict)
    """By the name of an evaluator whose file could not be read at the start, why not."""
    versions: dict[str, Versions] = field(default_factory=dict)
    """By the name of an evaluator in a file, what became of it since: `OwnFiles` fills it."""

    def evaluator(self, name: str, spec: GameSpec) -> AnyEvaluator:
        """The one of that name, as the last version of its file has it that works in a game; if
        none does, what is wrong with it is raised."""
        if name in self.versions:
            return self.versions[name].evaluator(spec)
        if name in self.broken:
            raise EvaluatorError(self.broken[name])
        return self.evaluators.get(name) or find_evaluator(name)

    def judge(self, name: str, spec: GameSpec) -> AnyEvaluator:
        """The same, but of those in files only a version that has scored boards; if there is none,
        the evaluator that is usual in the game."""
        if name in self.versions:
            working = self.versions[name].working(spec)
            return working.evaluator if working and working.evaluator else usual_evaluator(spec)
        return usual_evaluator(spec) if name in self.broken else self.evaluator(name, spec)

    def usual_in(self, spec: GameSpec) -> str:
        """The evaluator that judges a game if none is named."""
        return self.usual or usual_evaluator(spec).name

    def player(self, text: str, find: Callable[[str], AnyEvaluator] = find_evaluator) -> Player:
        """The player of that text, whose evaluators are found so."""
        if text in self.players:
            return self.players[text]
        return bounded(parse_player(text, find, LAB_PLAYERS))

    @property
    def own_evaluators(self) -> list[str]:
        """Those that were given when the lab was started."""
        return list(dict.fromkeys([*self.texts, *self.evaluators, *self.broken]))

    @property
    def evaluator_names(self) -> list[str]:
        return [*self.own_evaluators, *CATALOGUE, *FITTED]


@dataclass(frozen=True, slots=True)
class LabQuestion:
    """A request's fields."""

    fields: Mapping[str, Any]
    known: Known
    from_address: bool = False
    """Whether all fields are texts, numbers too."""

    def __getitem__(self, field: Field[Value_co]) -> Value_co:
        """A field as it is given, or as it usually is."""
        given = self.fields.get(field.name, field.usual)
        return field.read(given, self.from_address)

    def get(self, field: Field[Value_co]) -> Value_co | None:
        """A field, if it is given."""
        return self[field] if field.name in self.fields else None

    def page(self, total: int, *, from_end: bool = True) -> slice:
        """The part of a list that is asked for: from number `first` on, `count` of them; by default
        the end of it, or else its beginning."""
        count, first = self[COUNT], self.get(FIRST)
        if first is None:
            first = max(0, total - count) if from_end else 0
        return slice(first, first + count)

    @property
    def spec(self) -> GameSpec:
        spec = GameSpec.parse(self[GAME])
        if spec.cell_count > MOST_CELLS:
            raise KinarowError(f"the lab takes boards of {MOST_CELLS} cells at most, not {spec}")
        return spec

    def line(self) -> list[Position]:
        """The positions of the game so far."""
        moves = self[MOVES]
        if len(moves) > _LONGEST_MOVES:
            raise KinarowError(f"moves may have {_LONGEST_MOVES} characters at most")
        return list(Position.along(moves, self.spec))

    def side(self, here: Position) -> Side:
        return {"first": Side.FIRST, "second": Side.SECOND}.get(self[SIDE], here.mover)

    def evaluator(self) -> AnyEvaluator:
        """The evaluator that is named, or described by its terms. To read a large one takes a
        moment, so neither this nor a player is asked for by the thread that hears requests."""
        return self._found(self.known.evaluator)

    def judge(self) -> AnyEvaluator:
        """The same, for whoever plays on: if it is in a file and does not work, the one that is
        usual in the game."""
        return self._found(self.known.judge)

    def _found(self, find: Callable[[str, GameSpec], AnyEvaluator]) -> AnyEvaluator:
        given = self._given_evaluator
        if isinstance(given, str) and "version" in self.fields and given in self.known.versions:
            return self.known.versions[given].numbered(self[VERSION])
        if isinstance(given, str):
            return find(given, self.spec)
        if isinstance(given, Mapping):
            terms = given.get("terms")
            if isinstance(terms, list) and len(terms) > _MOST_TERMS:
                raise KinarowError(f"an evaluator may have {_MOST_TERMS} terms here at most")
            return _checked(from_json(given), self.spec)
        raise KinarowError("evaluator must be a name, or an object with terms")

    @property
    def trouble(self) -> Failure | None:
        """What is wrong with the newest version of the file of the evaluator that is named."""
        versions = self._versions
        return versions.newest.trouble(self.spec) if versions else None

    @property
    def version_in_use(self) -> int | None:
        """Which version of that file works."""
        working = self._versions.working(self.spec) if self._versions else None
        return working.number if working else None

    @property
    def _versions(self) -> Versions | None:
        given = self._given_evaluator
        return self.known.versions.get(given) if isinstance(given, str) else None

    @property
    def mentioned(self) -> list[str]:
        """The evaluators in files that may have to answer it."""
        if not self.known.versions:
            return []
        asked = json.dumps([*self.fields.values(), self._given_evaluator], default=str)
        return [name for name in self.known.versions if json.dumps(name)[1:-1] in asked]

    @property
    def _given_evaluator(self) -> object:
        for name in ("evaluator", "eval"):
            if name in self.fields:
                return self.fields[name]
        return self.known.usual_in(self.spec)

    def player(self) -> Player:
        """The player that is named; one that searches judges by the evaluator, if that is given."""
        return self._player(self.known.evaluator)

    def opponent(self) -> Player:
        """The same, for whoever plays on: its evaluator is found as a judge is."""
        return self._player(self.known.judge)

    def _player(self, find: Callable[[str, GameSpec], AnyEvaluator]) -> Player:
        text = self[PLAYER]
        player = self.known.player(text, lambda name: find(name, self.spec))
        why_not = player.why_not(self.spec)
        if why_not:
            raise KinarowError(f"{player.name} cannot play {self.spec}: {why_not}")
        is_open = "evaluator" in self.fields and "eval=" not in text
        if is_open and isinstance(player, AlphaBetaPlayer):
            return replace(player, evaluator=self._found(find))
        return player

    def entrants(self) -> list[Player]:
        """The players of a tournament: texts, or objects with a player and its evaluator."""
        entries = self[ENTRANTS]
        if not isinstance(entries, list):
            raise KinarowError("players must be a list")
        game, players = self[GAME], []
        for entry in entries:
            if not isinstance(entry, str | dict):
                raise KinarowError("a player is a text, or an object with player and evaluator")
            fields = {"player": entry} if isinstance(entry, str) else entry
            players.append(LabQuestion({**fields, "game": game}, self.known).player())
        return players


async def asked(request: Request) -> LabQuestion:
    """The question that a request's address or its body asks; once the evaluators in files that it
    names are known to work or not."""
    await request.app.state.own_files.follow()
    known: Known = request.app.state.known
    if request.method == "POST":
        question = LabQuestion(await _fields(request), known)
    else:
        question = LabQuestion(dict(request.query_params), known, from_address=True)
    with suppress(KinarowError):  # of what makes no sense, the answer says so
        names, spec = question.mentioned, question.spec
        await request.app.state.own_files.get_ready(names, spec)
    return question


async def _fields(request: Request) -> dict[str, Any]:
    try:
        fields = json.loads(await _body(request))
        # JSON can spell half a character, "\ud800", which no answer could quote.
        json.dumps(fields, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise KinarowError("a string in the body contains a lone surrogate") from None
    except (ValueError, RecursionError):
        raise KinarowError("the body is not valid JSON") from None
    if not isinstance(fields, dict):
        raise KinarowError("the body must be a JSON object")
    return fields


async def _body(request: Request) -> bytes:
    """The body, if it is short enough and comes soon enough."""
    read = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for chunk in request.stream():
                read += chunk
                if len(read) > MOST_BYTES:
                    raise HTTPException(413, f"a body may have {MOST_BYTES} bytes at most")
    except TimeoutError:
        raise HTTPException(408, "the body took too long to come") from None
    except ClientDisconnect:  # a page that was left while it asked
        raise HTTPException(408, "the one who asked is gone") from None
    return bytes(read)


def _checked(evaluator: Evaluator, spec: GameSpec) -> Evaluator:
    """An evaluator that came over the wire, if it is not too large for the board."""
    places = sum(len(term.table_sizes()) or spec.cell_count for term in evaluator.terms)
    if places > _MOST_PLACES:
        raise KinarowError(
            f"{len(evaluator.terms)} terms on {spec} look at {places} places, and the lab takes "
            f"{_MOST_PLACES} at most: use fewer terms or a smaller board"
        )
    return evaluator


def bounded(player: Player) -> Player:
    """The player, if it cannot keep a thinker busy for long; a search is given a limit of nodes,
    and one that goes by the clock a limit of seconds."""
    if isinstance(player, LimitedPlayer):
        seconds = player.seconds and min(player.seconds, _MOST_SECONDS)
        nodes = min(player.nodes or _MOST_NODES, _MOST_NODES)
        return player.within(player.depth, nodes, seconds)
    if isinstance(player, PerfectPlayer):
        return replace(player, nodes=min(player.nodes, _MOST_NODES_OF_PERFECT))
    if isinstance(player, MonteCarloPlayer) and player.playouts > _MOST_PLAYOUTS:
        raise KinarowError(f"the lab plays {_MOST_PLAYOUTS} random games for a move at most")
    return player
