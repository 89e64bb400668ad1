"""What programs and notebooks use, one function a job; `from kinarow import …` brings them.

Players and evaluators are given as texts, as on the command line, or as objects. docs/python.md
shows them at work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kinarow.arena import Encounter, PlayedGame
from kinarow.arena.export import row_of
from kinarow.arena.match import play_all, schedule
from kinarow.arena.openings import random_openings
from kinarow.arena.results import encounters, table_of
from kinarow.arena.schedule import round_robin, tournament
from kinarow.arena.standings import Standing
from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.game import GameSpec, Position
from kinarow.game.spec import as_spec
from kinarow.grading import Grade, drawn_positions
from kinarow.grading import grade as grade_on
from kinarow.grading.labels import label_all
from kinarow.grading.review import SECONDS_A_MOVE, ReviewedMove, review
from kinarow.players import Player, parse_player
from kinarow.players.isolated import contestant
from kinarow.search import SearchResult
from kinarow.search.limits import Limits
from kinarow.solver import Solution, Solver
from kinarow.work.executors import workers_of

Progress = Callable[[int, int], None]
"""Told how many of how many are done."""


def _nobody(done: int, total: int) -> None:
    pass


def best_move(
    position: Position,
    evaluator: AnyEvaluator | str = "open-lines",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> SearchResult:
    """The best move by a search over an evaluator, its score for the side to move and the line that
    it expects, within limits of depth, nodes and seconds; without any, six plies deep."""
    from kinarow.search.compiled_search import search
    from kinarow.search.plainly import search_plainly, why_not_compiled

    judge = load_evaluator(evaluator) if isinstance(evaluator, str) else evaluator
    no_limit = depth is None and nodes is None and seconds is None
    limits = Limits(6 if no_limit else depth, nodes, seconds)
    find = search_plainly if why_not_compiled(judge, position.spec) else search
    return find(position, judge, limits)


def solve(
    position: Position,
    *,
    moves: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Solution:
    """The exact value of a position, and with `moves` that of each move; as much as could be proven
    within the limits."""
    return _solver(position.spec).solve(position, moves=moves, nodes=nodes, seconds=seconds)


@lru_cache(maxsize=2)
def _solver(spec: GameSpec) -> Solver:
    return Solver(spec)


def play_match(
    a: Player | str,
    b: Player | str,
    game: GameSpec | str = "connect4",
    *,
    games: int = 20,
    seed: int = 0,
    move_seconds: float | None = None,
    workers: int = 1,
    progress: Progress = _nobody,
) -> Encounter:
    """Two players against each other, sides swapped after each game, by the referee of the arena:
    whoever breaks the rules, its time limit or down, loses that game."""
    one, other = _entered(a, move_seconds), _entered(b, move_seconds)
    scheduled = schedule(one, other, as_spec(game), games, seed, seconds=move_seconds)
    return Encounter(one.name, other.name, play_all(scheduled, workers, progress))


@dataclass(frozen=True, slots=True)
class Tournament:
    """The games of many players."""

    games: tuple[PlayedGame, ...]

    def encounters(self) -> list[Encounter]:
        """How each two players did against each other."""
        return list(encounters(self.games).values())

    def standings(self) -> list[Standing]:
        """All players with their ratings, the strongest first."""
        return table_of(self.encounters())

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game, for `pandas.DataFrame`."""
        return [row_of(game) for game in self.games]


def play_tournament(
    players: Sequence[Player | str],
    game: GameSpec | str = "connect4",
    *,
    rounds: int = 10,
    seed: int = 0,
    move_seconds: float | None = None,
    workers: int = 1,
    store: Path | str | None = None,
    progress: Progress = _nobody,
) -> Tournament:
    """Everyone against everyone, two games a round. With a store every game is kept as it ends, and
    the same call goes on where it was."""
    if rounds < 1:
        raise KinarowError(f"a tournament has at least 1 round, not {rounds}")
    spec, entered = as_spec(game), [_entered(player, move_seconds) for player in players]
    by_chance = any(not player.deterministic for player in entered)
    openings = [] if by_chance or rounds == 1 else random_openings(spec, rounds, seed)
    pairings = round_robin(entered)
    scheduled = list(tournament(pairings, spec, rounds, seed, openings, move_seconds))
    return Tournament(tuple(play_all(scheduled, workers, progress, store)))


def _entered(player: Player | str, move_seconds: float | None) -> Player:
    return contestant(player, seconds=move_seconds) if isinstance(player, str) else player


def grade(
    player: Player | str,
    game: GameSpec | str = "connect4",
    *,
    positions: Sequence[Position] | None = None,
    count: int = 200,
    seed: int = 0,
    workers: int = 1,
    progress: Progress = _nobody,
) -> Grade:
    """A player's moves beside the exact value of every move, in positions given or drawn by seed.

    Exact values are kept in the user's cache, so that they are found but once.
    """
    asked = parse_player(player) if isinstance(player, str) else player
    wanted = positions if positions is not None else drawn_positions(as_spec(game), count, seed)
    labelled = label_all(wanted, workers_of(workers), progress)
    return grade_on(asked, labelled, getattr(asked, "evaluator", None), progress)


def review_game(
    moves: str, game: GameSpec | str = "connect4", *, seconds: float | None = SECONDS_A_MOVE
) -> Iterator[ReviewedMove]:
    """What each move of a game did to its exact value, and what was better. Where that cannot be
    solved within so many seconds a move, what the next stone decides is said."""
    return review(list(Position.along(moves, game)), _solver(as_spec(game)), seconds=seconds)
