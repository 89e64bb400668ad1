"""Contests: what games start from, stopping and resuming, tests judged in the schedule's order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kinarow.arena import Conditions, Contest, Tournament
from kinarow.arena.contest import SequentialJudge
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.arena.store.store import Store
from kinarow.errors import ArenaError, KinarowError
from kinarow.game import GameSpec, Position
from kinarow.players import Choice, Player
from kinarow.work.workers import Workers

CONNECT4 = GameSpec.parse("connect4")
SMALL = GameSpec.parse("drop:4x4:3")


class OutOfOrder(Executor):
    """Finishes whichever job it likes next, by seed; one of the first only when it is alone."""

    def __init__(self, seed: int) -> None:
        self.finished: list[int] = []
        """The numbers of the jobs, as they ended."""
        self._luck, self._jobs = Random(seed), list[tuple[int, Future[Any], Callable[[], Any]]]()
        self._changed, self._count, self._over = threading.Condition(), 0, False
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def submit(self, function, /, *arguments, **keywords):  # type: ignore[no-untyped-def]
        future: Future[Any] = Future()
        with self._changed:
            self._jobs.append((self._count, future, lambda: function(*arguments, **keywords)))
            self._count += 1
            self._changed.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._jobs or self._over)
                if self._over:
                    return
                later = range(len(self._jobs) // 2, len(self._jobs))
                number, future, call = self._jobs.pop(self._luck.choice(later))
            if future.set_running_or_notify_cancel():
                future.set_result(call())
                self.finished.append(number)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._changed:
            self._over = True
            self._changed.notify()
        self._thread.join()


@contextmanager
def out_of_order(seed: int) -> Iterator[tuple[OutOfOrder, Workers]]:
    with OutOfOrder(seed) as executor, Workers(executor) as workers:
        yield executor, workers


TEST = SequentialTest(elo0=0, elo1=50)


def decided_match(store: Path | None = None) -> Contest:
    conditions = Conditions(seed=3)
    return Contest.match("first-legal", "random", CONNECT4, 601, conditions, test=TEST, store=store)


@pytest.fixture(scope="module")
def in_order() -> Tournament:
    return decided_match().play(Workers())


def seen(result: Tournament) -> list[object]:
    """The games and what is told of them, without what was measured."""
    return [
        [(game.key, game.moves) for game in result.games],
        result.to_json(TEST),
    ]


@pytest.mark.parametrize("seed", range(5))
def test_a_test_is_decided_by_the_schedule_and_not_by_who_finishes_first(
    seed: int, in_order: Tournament
) -> None:
    contest = decided_match()
    with out_of_order(seed) as (executor, workers):
        result = contest.play(workers)
    assert executor.finished != sorted(executor.finished)
    assert contest.is_decided
    assert 2 < len(result.games) < 601
    assert contest.played > len(result.games)  # those that came too early are not counted
    assert seen(result) == seen(in_order)


def test_games_that_a_store_has_beyond_the_decision_are_not_counted(
    in_order: Tournament, tmp_path: Path
) -> None:
    path = tmp_path / "games.db"
    with out_of_order(1) as (_, workers):
        decided_match(path).play(workers)
    again, told = decided_match(path), list[str]()
    result = again.play(Workers(), lambda _share, words: told.append(words))
    assert told == []  # nothing is left to play
    assert again.played > len(result.games)
    assert seen(result) == seen(in_order)


def test_pairs_after_a_gap_wait_for_it(in_order: Tournament) -> None:
    games = {game.key: game for game in in_order.games}
    keys = list(games)
    judge = SequentialJudge(TEST, keys)
    missing = games.pop(keys[5])
    judge.look(games)
    assert (judge.looked_at, judge.verdict) == (4, None)
    judge.look({**games, missing.key: missing})
    assert (judge.looked_at, judge.verdict) == (len(keys), "H1")


def test_stopped_it_has_the_games_so_far_and_resumes() -> None:
    contest, stop = Contest.match("random", "first-legal", SMALL, 20), threading.Event()

    def stop_after_three(_share: float, words: str) -> None:
        if words == "3 of 20 games":
            stop.set()

    halted = contest.play(Workers(), stop_after_three, stop)
    assert [g.key for g in halted.games] == [g.key for g in contest.games[:3]]
    whole = contest.play(Workers())
    assert [g.key for g in whole.games] == [g.key for g in contest.games]
    assert whole.games[:3] == halted.games


def test_interrupted_it_has_the_games_so_far() -> None:
    contest = Contest.match("random", "first-legal", SMALL, 20)

    def interrupt(_share: float, words: str) -> None:
        if words == "3 of 20 games":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        contest.play(Workers(), interrupt)
    assert len(contest.result().games) == 3


DETERMINISTIC, CHANCE = ["alphabeta:depth=1", "alphabeta:depth=2"], ["random", "random:seed=1"]


@pytest.mark.parametrize(
    ("players", "rounds", "openings", "distinct"),
    [
        (DETERMINISTIC, 3, None, 3),
        (DETERMINISTIC, 1, None, 0),
        ([DETERMINISTIC[0], *CHANCE], 3, None, 0),
        ([*DETERMINISTIC, *CHANCE], 3, None, 3),  # or two of them would play but one pair of games
        (DETERMINISTIC, 3, "none", 0),
        (CHANCE, 3, "random", 3),
        (CHANCE, 3, "2", 3),
    ],
)
def test_what_games_start_from(
    players: list[str], rounds: int, openings: str | None, distinct: int
) -> None:
    conditions = Conditions(seed=1, openings=openings)
    games = Contest.tournament(players, CONNECT4, rounds, conditions).games
    assert len({game.job.opening for game in games if game.job.opening}) == distinct
    assert all(bool(game.job.opening) == bool(distinct) for game in games)
    if len(players) == 2:
        a, b = players
        match = Contest.match(a, b, CONNECT4, 2 * rounds, conditions)
        assert [game.key for game in match.games] == [game.key for game in games]


def test_what_is_no_contest_is_refused() -> None:
    test = SequentialTest()
    with pytest.raises(ArenaError, match="at least 1 game, not 0"):
        Contest.match("random", "first-legal", CONNECT4, 0)
    with pytest.raises(ArenaError, match="at least 1 round, not 0"):
        Contest.tournament(CHANCE, CONNECT4, 0)
    with pytest.raises(ArenaError, match="at least two players"):
        Contest.tournament(["random"], CONNECT4)
    with pytest.raises(ArenaError, match="same name: random"):
        Contest.tournament(["first-legal", "random", "random"], CONNECT4, only_first=True)
    with pytest.raises(ArenaError, match="between two players"):
        Contest.tournament(["first-legal", *CHANCE], CONNECT4, test=test)


def test_without_times_a_game_is_kept_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    contest = Contest.tournament(CHANCE, SMALL, 1, store=path, with_times=False)
    contest.play(Workers())
    with Store(path) as store:
        games = list(store.games())
    assert len(games) == 2
    for game in games:
        assert game.moves
        assert (game.seconds, game.scores) == ([], [])


class LongName(Player):
    """Would be kept with every game."""

    name = "x" * 60_000

    def choose(self, position: Position) -> Choice:
        return Choice(position.legal_moves()[0])


def test_names_of_players_have_an_end() -> None:
    for given in (LongName(), f"file:{'x' * 400}.py"):
        with pytest.raises(KinarowError) as refused:
            Contest.match(given, "random", SMALL)
        assert len(str(refused.value)) < 500
    with pytest.raises(ArenaError, match="300 characters at most, not 60000: 'xxx"):
        Contest.match(LongName(), "random", SMALL)
