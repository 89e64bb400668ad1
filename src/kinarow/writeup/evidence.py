"""What a report is based on: games and graded moves, made anew from a seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from kinarow.arena import Conditions, Contest, Encounter, PlayedGame, Tournament
from kinarow.errors import KinarowError
from kinarow.evaluation import CATALOGUE, THREATS
from kinarow.evaluation.explanation.remarks import Remark
from kinarow.game import VARIANTS, GameSpec, Position, Side
from kinarow.grading.drawn_positions import drawn_positions
from kinarow.grading.grades import Grade, grade_moves
from kinarow.grading.labels import Labels, is_solved, label_all
from kinarow.players import parse_player
from kinarow.work.progress import Progress, part_of, silent
from kinarow.work.workers import Workers
from kinarow.writeup.subject import SLOW_SECONDS, Subject

Example = tuple[Position, Side]
"""A position, and the side that looks at it."""

MOVE_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How much is played and looked at; the same settings give the same evidence."""

    spec: GameSpec = VARIANTS["connect4"].spec
    seed: int = 0
    depth: int | None = None
    rounds: int = 10
    """Pairs of games for each two players of the tournament."""
    positions: int = 100
    """How many positions are graded."""

    @property
    def is_solved(self) -> bool:
        """Whether there is a truth to compare with."""
        return is_solved(self.spec)


QUICK: Final = {"rounds": 2, "positions": 30}


@dataclass(slots=True)
class Evidence:
    """Everything that was found out about some evaluators."""

    settings: Settings
    depth: int
    example: Example
    courses: dict[str, Encounter] = field(default_factory=dict)
    """The twenty games that courses grade by, by evaluator."""
    games: list[PlayedGame] = field(default_factory=list)
    """Of the tournament."""
    grades: dict[str, Grade] = field(default_factory=dict)
    unplayed: dict[str, str] = field(default_factory=dict)
    """Why an evaluator has no games, in words."""
    ungraded: dict[str, str] = field(default_factory=dict)
    """Why an evaluator has games but no grade."""
    labelled: dict[Position, Labels] = field(default_factory=dict)
    remarks: dict[str, tuple[Remark, ...]] = field(default_factory=dict)
    """What must be said beside an evaluator's scores, by evaluator."""

    def to_json(self) -> dict[str, object]:
        """The numbers; these keys are a contract with scripts."""
        return {
            "depth": self.depth,
            "course": {
                name: {"wins": c.wins, "ties": c.ties, "losses": c.losses, "points": c.points}
                for name, c in self.courses.items()
            },
            "tournament": Tournament(tuple(self.games)).to_json(),
            "grades": {name: grade.to_json() for name, grade in self.grades.items()},
            "left_out": self.unplayed | self.ungraded,
            "remarks": {
                name: [remark.to_json() for remark in remarks]
                for name, remarks in self.remarks.items()
            },
        }


def gather(
    subjects: tuple[Subject, ...],
    settings: Settings,
    example: Example | None = None,
    workers: Workers | None = None,
    progress: Progress = silent,
    against_catalogue: bool = True,
) -> Evidence:
    """Play the games and grade the moves of all evaluators, at the same depth.

    Whoever cannot even explain the example, by default the first one's own, or fails on a few
    boards of random games, is refused at once.
    """
    spec = settings.spec
    for subject in subjects:
        subject.try_out(spec)
    position, side = example or subjects[0].example(spec, settings.seed)
    depth = settings.depth or min(subject.default_depth(spec) for subject in subjects)
    evidence = Evidence(settings, depth, (position, side))
    for subject in subjects:
        if remarks := subject.remarks(position, side):
            evidence.remarks[subject.name] = remarks
        if subject.too_slow(position):
            evidence.unplayed[subject.name] = (
                f"one call of {subject.name} takes more than {1000 * SLOW_SECONDS:g} ms, and it "
                "cannot be compiled: too slow for games"
            )
    playing = [s for s in subjects if s.name not in evidence.unplayed]
    if playing:
        workers = workers or Workers()
        _play(evidence, playing, workers, progress, against_catalogue)
        if settings.is_solved:
            _grade(evidence, playing, workers, progress)
    return evidence


def _play(
    evidence: Evidence,
    subjects: list[Subject],
    workers: Workers,
    progress: Progress,
    against_catalogue: bool,
) -> None:
    settings = evidence.settings
    entered = {s.name: s.contestant(evidence.depth, MOVE_SECONDS) for s in subjects}
    conditions = Conditions(settings.seed, move_seconds=MOVE_SECONDS)
    courses = {
        name: Contest.course(player, settings.spec, conditions).games
        for name, player in entered.items()
    }
    players = list(entered.values())
    fitting = (name for name in CATALOGUE if name != THREATS.name or not settings.spec.gravity)
    others = [*fitting] if against_catalogue else []
    texts = [*(f"alphabeta:eval={name},depth={evidence.depth}" for name in others), "random"]
    players += [p for p in map(parse_player, texts) if p.name not in {q.name for q in players}]
    tournament = Contest.tournament(players, settings.spec, settings.rounds, conditions).games
    # All in one contest, so that no worker waits for the end of one before the next begins.
    everything = Contest([*(game for games in courses.values() for game in games), *tournament])
    result = everything.play(workers, part_of(progress, 0, 0.6))
    played = {game.key: game for game in result.games}
    for name, games in courses.items():
        records = [played[game.key] for game in games]
        evidence.courses[name] = Encounter(records[0].a, "the course's players", records)
    evidence.games = [played[game.key] for game in tournament]


def _grade(
    evidence: Evidence, subjects: list[Subject], workers: Workers, progress: Progress
) -> None:
    settings = evidence.settings
    progress(0.6, "drawing positions")
    drawn = drawn_positions(settings.spec, settings.positions, settings.seed)
    evidence.labelled = label_all(drawn, workers, part_of(progress, 0.6, 0.9))
    for number, subject in enumerate(subjects):
        told = part_of(progress, *(0.9 + 0.1 * n / len(subjects) for n in (number, number + 1)))
        told(0.0, f"grading {subject.name}")
        player = subject.contestant(evidence.depth, MOVE_SECONDS)
        try:
            evidence.grades[subject.name] = grade_moves(
                player, evidence.labelled, subject.evaluator, workers, told
            )
        except KinarowError as error:
            evidence.ungraded[subject.name] = f"{subject.name} could not be graded: {error}"
