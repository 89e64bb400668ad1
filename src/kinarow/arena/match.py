"""A match: two players, many games, both sides alternately, one line of result."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, as_completed
from dataclasses import dataclass
from random import Random

from kinarow.arena.game import Effort, GameJob, GameRecord, play_game
from kinarow.arena.openings import random_openings
from kinarow.errors import ArenaError
from kinarow.game import GameSpec, Side
from kinarow.players import Player


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The games of a match, seen from its first-named player A."""

    spec: GameSpec
    a: str
    b: str
    games: tuple[GameRecord, ...]

    @staticmethod
    def side_of_a(number: int) -> Side:
        """A has the first move in games 0, 2, 4, …"""
        return Side.SECOND if number % 2 else Side.FIRST

    def outcomes(self, side: Side | None = None) -> Counter[str]:
        """How often A had `win`, `tie` and `loss`, in all games or with one side."""
        counts = Counter({"win": 0, "tie": 0, "loss": 0})
        for number, game in enumerate(self.games):
            mine = self.side_of_a(number)
            if side in (None, mine):
                outcome = "win" if game.winner is mine else "tie" if not game.winner else "loss"
                counts[outcome] += 1
        return counts

    @property
    def wins(self) -> int:
        return self.outcomes()["win"]

    @property
    def ties(self) -> int:
        return self.outcomes()["tie"]

    @property
    def losses(self) -> int:
        return self.outcomes()["loss"]

    @property
    def points(self) -> float:
        """A win counts one, a tie half."""
        return self.wins + self.ties / 2

    @property
    def distinct(self) -> int:
        """How many games differ in their moves or in who played which side."""
        return len({(i % 2, game.moves) for i, game in enumerate(self.games)})

    @property
    def endings(self) -> Counter[str]:
        return Counter(game.reason for game in self.games)

    @property
    def mean_plies(self) -> float:
        return sum(len(game.moves) for game in self.games) / len(self.games)

    def effort_of_a(self) -> Effort:
        efforts = (game.effort(self.side_of_a(i)) for i, game in enumerate(self.games))
        return sum(efforts, Effort())

    def effort_of_b(self) -> Effort:
        efforts = (game.effort(self.side_of_a(i).other) for i, game in enumerate(self.games))
        return sum(efforts, Effort())

    def line(self) -> str:
        """The line that courses grade by."""
        return (
            f"Wins: {self.wins} | Ties: {self.ties} | Losses: {self.losses} | "
            f"Points: {self.points:.1f}/{len(self.games)}"
        )


def schedule(
    a: Player,
    b: Player,
    spec: GameSpec,
    games: int,
    seed: int = 0,
    *,
    from_openings: bool | None = None,
) -> list[GameJob]:
    """The games of a match, in pairs: the same opening and luck, sides swapped.

    Two deterministic players would repeat one pair for ever, so each pair then has an opening of
    its own; where chance has a part, games start from the empty board. `from_openings` says
    otherwise.
    """
    if games < 1:
        raise ArenaError(f"a match has at least 1 game, not {games}")
    pairs = math.ceil(games / 2)
    if from_openings is None:
        from_openings = a.deterministic and b.deterministic and pairs > 1
    openings = random_openings(spec, pairs, seed) if from_openings else []
    jobs = []
    for number in range(games):
        pair = number // 2
        opening = openings[pair % len(openings)] if openings else ()
        first, second = (a, b) if MatchResult.side_of_a(number) is Side.FIRST else (b, a)
        jobs.append(GameJob(spec, first, second, opening, _seed_of_pair(seed, pair)))
    return jobs


def _seed_of_pair(seed: int, pair: int) -> int:
    """Other seeds bring other luck in every pair; `seed + pair` would share most of it."""
    return Random(f"match {seed} pair {pair}").getrandbits(62)


def play_match(
    a: Player,
    b: Player,
    spec: GameSpec,
    games: int = 20,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[GameRecord], None] = lambda game: None,
    *,
    from_openings: bool | None = None,
) -> MatchResult:
    """Play a match, here or by an executor; the result is the same wherever it is played."""
    jobs = schedule(a, b, spec, games, seed, from_openings=from_openings)
    records: dict[int, GameRecord] = {}
    if executor is None:
        for number, job in enumerate(jobs):
            records[number] = play_game(job)
            progress(records[number])
    else:
        numbers = {executor.submit(play_game, job): number for number, job in enumerate(jobs)}
        for future in as_completed(numbers):
            try:
                records[numbers[future]] = future.result()
            except BrokenExecutor:
                raise ArenaError("a player ended the process that it was playing in") from None
            progress(records[numbers[future]])
    return MatchResult(spec, a.name, b.name, tuple(records[i] for i in range(len(jobs))))
