"""What the lab answers: the shapes of its JSON, which its description and the page's types are made
of. Each is called after the thing, with `Json` behind it, but for dataclasses whose fields are all
that is told of them; words beside a type say what it is.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from kinarow.arena.ratings.elo import Estimate
from kinarow.arena.ratings.standings import Standing
from kinarow.drawing.looks import Look
from kinarow.evaluation.explanation.changes import ChangeKind
from kinarow.evaluation.explanation.remarks import Remark
from kinarow.grading.review import MoveVerdict
from kinarow.puzzles.puzzle import Aim
from kinarow.reasons.reason import Kind
from kinarow.search.lesson.branches import Order
from kinarow.search.lesson.lesson import Algorithm
from kinarow.search.lesson.steps import StepKind
from kinarow.solver.solution import Outcome

Count = Annotated[int, {"minimum": 0}]
SideNumber = Literal[1, 2]
Anything = dict[str, Any]

# ── boards and what they are worth ───────────────────────────────────────────────────────────────


class MarkJson(TypedDict):
    cells: list[str]
    tone: str


class DiagramJson(TypedDict):
    columns: int
    rows: int
    stones: Annotated[dict[str, SideNumber], "by cell name"]
    lines: Annotated[list[list[str]], "the winning lines"]
    last: str | None
    column_numbers: Annotated[bool, "whether moves are written as column numbers"]
    marks: list[MarkJson]
    heat: Annotated[dict[str, float], "by cell name, from −1 (bad) to 1 (good)"]
    numbers: Annotated[dict[str, str], "by cell name, what is written there"]
    captions: list[str]


class PlayableJson(TypedDict):
    move: str
    cell: str


class ContributionJson(TypedDict):
    term: str
    step: str
    cells: list[str]
    holds: str
    points: float
    total: float


class StepJson(TypedDict):
    title: str
    points: float
    note: str


ExplanationJson = TypedDict(
    "ExplanationJson",
    {
        "score": float,
        "for": SideNumber,
        "counted": NotRequired[str],
        "evaluator": str,
        "contributions": list[ContributionJson],
        "steps": list[StepJson],
        "remarks": Annotated[list[Remark], "what must be said beside the score"],
    },
)


class ChangeJson(TypedDict):
    kind: ChangeKind
    term: str
    cells: list[str]
    before: str
    after: str
    points: float
    words: str


class ChangesJson(TypedDict):
    """What a move changes in the score."""

    before: float
    after: float
    changes: list[ChangeJson]


class FailureJson(TypedDict):
    text: Annotated[str, "a sentence"]
    file: str
    line: int | None
    snippet: Annotated[str, "that line"]
    state: Annotated[str, "the board that it happened on, as a text"]
    board: Annotated[DiagramJson | None, "the same"]


class ThreatJson(TypedDict):
    cell: str
    side: SideNumber
    odd: bool


class PositionJson(TypedDict):
    game: str
    state: str
    line: Annotated[str, "the moves so far, as this game writes them"]
    mover: SideNumber
    plies: Count
    legal: list[str]
    over: bool
    winner: SideNumber | None
    lines: list[list[str]]
    gravity: bool
    target: int
    exact: Annotated[bool, "whether a longer line does not win"]
    look: Annotated[Look, "what pieces look like, and what the sides are called"]
    solvable: Annotated[bool, "whether the exact solver knows the game"]
    searcher: Annotated[str, "the player that searches best in this game"]
    moves: list[PlayableJson]
    order: Annotated[list[str], "the cells of the stones as they were played"]
    diagram: DiagramJson
    explanation: Annotated[ExplanationJson | None, "null if no evaluator had one"]
    evaluator_error: Annotated[FailureJson | None, "what is wrong with the one that was asked for"]
    evaluator_version: Annotated[int | None, "of its file, if it is in one and works"]
    scale: Annotated[float, "how large the evaluator's scores usually are in this game"]
    threats: list[ThreatJson]
    changes: NotRequired[Annotated[dict[str, ChangesJson], "by move"]]


class GameMovesJson(TypedDict):
    moves: str


# ── moves ────────────────────────────────────────────────────────────────────────────────────────


class ChoiceJson(TypedDict):
    move: str
    cell: str
    line: Annotated[list[str], "the cells of the moves that it expects, its own first"]
    score: float | None
    reason: str
    depth: int
    nodes: Count


class Swap2Json(TypedDict):
    """Stones, or the side that is taken."""

    stones: list[str]
    takes: SideNumber | None
    reason: str


class AheadJson(TypedDict):
    """What each move is worth some plies ahead."""

    depth: int
    scores: Annotated[dict[str, float], "by move"]
    note: NotRequired[str]


class WorthJson(TypedDict):
    """What a position is worth for the side to move under perfect play."""

    exact: Annotated[int | None, "null: not solved in time"]
    outcome: Outcome | None
    moves: Annotated[int | None, "how many own moves are left until the game is decided"]
    stone: Annotated[int | None, "the number of the winner's stone that decides it"]


class ExactJson(WorthJson):
    move: str
    cell: str
    line: NotRequired[Annotated[list[str], "how it wins or loses, if that is forced"]]


class ReasonJson(TypedDict):
    kind: Kind
    side: SideNumber
    cells: list[str]
    lines: list[list[str]]
    labels: dict[str, str]
    words: str


class WhysJson(TypedDict):
    words: list[str]
    reason: ReasonJson | None
    holds: list[ReasonJson]
    must_stop: str | None


class ReviewedJson(TypedDict):
    ply: int
    mover: SideNumber
    move: str
    cell: str
    verdict: MoveVerdict
    words: Annotated[str, "the verdict, and how much later or sooner"]
    before: int | None
    after: int | None
    blunder: str | None
    better: list[str]
    missed: Annotated[str, "what the evaluator made of it"]
    within: int | None
    why: Anything | None
    heuristic: float
    worth: Annotated[WorthJson, "before the move"]
    left: Annotated[WorthJson, "after it, for the same side"]
    only: Annotated[bool, "whether no other move kept the result"]
    threatened: Annotated[list[str], "where the other side would have won with its next stone"]


class OpinionJson(TypedDict):
    scores: Annotated[dict[str, float], "by move"]
    agreement: Annotated[float | None, "the share of positions in which its favourite is right"]
    positions: Annotated[Count, "how many these are"]
    unsolved: Annotated[str, "why there are none"]


# ── trees and lessons ────────────────────────────────────────────────────────────────────────────


class NodeJson(TypedDict):
    move: str | None
    node: Literal["max", "min"]
    score: float | None
    bound: str | None
    best: str | None
    pruned: bool
    children: list[NodeJson]


class LessonNodeJson(TypedDict):
    parent: int | None
    name: Annotated[str, "the move that leads there"]
    node: Literal["max", "min"]
    pruned: Annotated[bool, "whether it is left out"]
    cell: NotRequired[str]
    side: NotRequired[SideNumber]


class LessonStepJson(TypedDict):
    kind: StepKind
    node: Count
    words: str
    low: NotRequired[float]
    low_label: NotRequired[str]
    high: NotRequired[float]
    high_label: NotRequired[str]
    score: NotRequired[float]
    bound: NotRequired[str | None]
    label: NotRequired[Annotated[str, "the score with its sign, ≤ or ≥ where it is a bound"]]
    child: NotRequired[Annotated[int, "whose value came up"]]
    child_label: NotRequired[str]
    improves: NotRequired[bool]


class LessonJson(TypedDict):
    algorithm: Algorithm
    order: Order
    game: str | None
    value: float
    label: str
    best: str | None
    looked_at: Count
    cut_off: Count
    nodes: list[LessonNodeJson]
    steps: list[LessonStepJson]


class PageJson(TypedDict):
    html: str


class WrittenJson(TypedDict):
    share: Annotated[float, "how much of it is done"]
    words: str
    html: NotRequired[str]


# ── evaluators ───────────────────────────────────────────────────────────────────────────────────


class FormulaJson(TypedDict):
    mathml: str
    text: str


class PythonJson(TypedDict):
    python: str


class WeightJson(TypedDict):
    """A weight of a term, as a slider shows it."""

    at: Annotated[list[str], "the keys to it"]
    name: Annotated[str, "as files write it"]
    words: Annotated[str, "as players speak of it"]
    value: float
    low: float
    high: float
    step: float


class TermWeightsJson(TypedDict):
    name: str
    weights: list[WeightJson]


class WeightsJson(TypedDict):
    evaluator: Annotated[Anything, "with every weight written out for a game"]
    terms: list[TermWeightsJson]


class FileStandingJson(TypedDict):
    in_use: Annotated[int | None, "the version that is in use, if one works"]
    before: Annotated[int | None, "the one that worked before it"]
    error: Annotated[FailureJson | None, "what is wrong with the newest"]


class OwnFileJson(FileStandingJson):
    name: Annotated[str, "of the evaluator or the player in it"]
    kind: Literal["evaluator", "player"]
    file: str
    number: Annotated[int, "of the version that was saved last"]
    saved: Annotated[float | None, "seconds since 1970; null if it is gone"]
    games: Annotated[dict[str, FileStandingJson], "those in which an evaluator was tried"]


class NamedGameJson(TypedDict):
    name: str
    title: str
    game: str


class NamedEvaluatorJson(TypedDict):
    name: str
    source: str
    own: Annotated[bool, "given when the lab was started"]
    definition: NotRequired[Anything]


class UsualJson(TypedDict):
    drop: str
    place: str


class CatalogueJson(TypedDict):
    games: list[NamedGameJson]
    evaluators: list[NamedEvaluatorJson]
    usual: Annotated[UsualJson, "the evaluator to begin with, where stones fall and where not"]
    players: list[str]
    own_players: Annotated[list[str], "those given when the lab was started"]
    files: list[OwnFileJson]
    terms: Annotated[dict[str, Anything], "one of each kind, to be added"]
    most_cells: Annotated[int, "of a board"]


# ── puzzles ──────────────────────────────────────────────────────────────────────────────────────


class PuzzleSummaryJson(TypedDict):
    key: str
    game: str
    mover: SideNumber
    aim: Aim
    theme: Kind | None
    difficulty: int
    stones: Count


class PuzzlesJson(TypedDict):
    puzzles: list[PuzzleSummaryJson]
    first: Count
    total: Count
    games: list[str]
    themes: list[Kind]


class PuzzleJson(PuzzleSummaryJson):
    gravity: bool
    look: Look
    line: str
    moves: list[PlayableJson]
    diagram: DiagramJson


class AnsweredJson(TypedDict):
    puzzle: str
    move: str
    cell: str
    right: bool
    answers: list[PlayableJson]
    reason: ReasonJson | None
    allowed: ReasonJson | None
    words: list[str]


class OwnPuzzleJson(PuzzleJson):
    played: str | None
    answers: list[PlayableJson]
    only: bool


class OwnPuzzlesJson(TypedDict):
    puzzles: list[OwnPuzzleJson]


# ── tournaments ──────────────────────────────────────────────────────────────────────────────────


class SequentialTestJson(TypedDict):
    llr: float
    low: float
    high: float
    verdict: Literal["H0", "H1"] | None


class EnvironmentsJson(TypedDict):
    a: Count
    b: Count


class EncounterJson(TypedDict):
    """All games of two players, seen from a."""

    a: str
    b: str
    game: str
    games: Count
    interrupted: None
    repeated: Count
    unpaired: Count
    wins: Count
    ties: Count
    losses: Count
    points: float
    distinct: Count
    elo: Estimate
    los: float
    pentanomial: Annotated[list[Count], {"minItems": 5, "maxItems": 5}]
    endings: dict[str, Count]
    mean_plies: float
    by_environment: EnvironmentsJson
    sprt: SequentialTestJson


class GameJson(TypedDict):
    first: str
    second: str
    a_side: SideNumber
    moves: str
    winner: SideNumber | None
    reason: str
    opening_rule: NotRequired[str]
    opening: NotRequired[Annotated[str, "where the players made it"]]
    choices: NotRequired[str]


class TournamentSummaryJson(TypedDict):
    id: str
    mine: Annotated[bool, "whether you may pause and delete it"]
    state: Literal["running", "paused", "done", "failed"]
    game: str
    players: list[str]
    scheduled: Annotated[Count, "how many games it has"]
    games: Annotated[Count, "how many of them are played"]


class TournamentsJson(TypedDict):
    tournaments: list[TournamentSummaryJson]
    first: Count
    total: Count


class TournamentJson(TournamentSummaryJson):
    failure: str
    interrupted: None
    repeated: Count
    unpaired: Count
    anchors: dict[str, float]
    standings: list[Standing]
    encounters: list[EncounterJson]
    forfeits: dict[str, Count]
    first: Annotated[Count, "the number of the first of the records"]
    records: list[GameJson]
