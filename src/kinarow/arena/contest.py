"""Contests: who plays whom under which conditions, played by workers, watched and stopped.

The command line, the lab, reports, tuning and notebooks all play their games here.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from kinarow.arena.conditions import Conditions
from kinarow.arena.game import GameRecord, play_game
from kinarow.arena.interruption import Interruption
from kinarow.arena.played_game import PlayedGame
from kinarow.arena.ratings.elo import ResultSample
from kinarow.arena.ratings.sprt import SequentialTest, TestVerdict
from kinarow.arena.results import Repeats
from kinarow.arena.schedule import (
    ScheduledGame,
    course_games,
    gauntlet,
    round_robin,
    schedule,
)
from kinarow.arena.store.store import Store
from kinarow.arena.tournament import Tournament
from kinarow.errors import ArenaError
from kinarow.game import GameSpec
from kinarow.players import Player
from kinarow.players.trial import try_players
from kinarow.work.jobs import do_jobs
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

_USUAL = Conditions()


class Contest:
    """A schedule of games, and those of them that are played so far.

    With a store, every game is kept as it ends, and games that it has already are not played again.
    With a sequential test, it ends as soon as that is decided. What comes out does not depend on
    which worker is the first to finish.
    """

    def __init__(
        self,
        games: Sequence[ScheduledGame],
        *,
        test: SequentialTest | None = None,
        store: Path | str | None = None,
        with_times: bool = True,
    ) -> None:
        if test is not None and len({(game.a, game.b) for game in games}) > 1:
            raise ArenaError("a sequential test must be between two players")
        self.games = games
        """All that are to be played, in their order."""
        self._played: dict[str, PlayedGame] = {}
        self._in_a_row = 0
        """How many games from the first on are played."""
        self._judge = SequentialJudge(test, [game.key for game in games]) if test else None
        self._store = store
        self._with_times = with_times
        """Whether it is kept what each move took and was worth, which is most of a game."""
        self._lock = threading.Lock()
        """Others look at a contest while it is played."""

    @classmethod
    def match(
        cls,
        a: Player | str,
        b: Player | str,
        spec: GameSpec,
        games: int = 20,
        conditions: Conditions = _USUAL,
        *,
        test: SequentialTest | None = None,
        store: Path | str | None = None,
    ) -> Contest:
        """Two players, sides swapped after each game."""
        if games < 1:
            raise ArenaError(f"a match must have at least 1 game, not {games}")
        one, other = conditions.entered_together([a, b])
        scheduled = schedule([(one, other)], spec, -(-games // 2), conditions)
        return cls(scheduled[:games], test=test, store=store)

    @classmethod
    def tournament(
        cls,
        players: Sequence[Player | str],
        spec: GameSpec,
        rounds: int = 10,
        conditions: Conditions = _USUAL,
        *,
        only_first: bool = False,
        test: SequentialTest | None = None,
        store: Path | str | None = None,
        with_times: bool = True,
    ) -> Contest:
        """Everyone against everyone, or `only_first` against the others; two games a round."""
        if rounds < 1:
            raise ArenaError(f"a tournament must have at least 1 round, not {rounds}")
        if len(players) < 2:
            raise ArenaError("a tournament must have at least two players")
        entered = conditions.entered_together(players)
        names = [player.name for player in entered]
        if doubles := {name for name in names if names.count(name) > 1}:
            raise ArenaError(f"two players of a tournament have the same name: {min(doubles)}")
        pairings = gauntlet(entered) if only_first else round_robin(entered)
        games = schedule(pairings, spec, rounds, conditions)
        return cls(games, test=test, store=store, with_times=with_times)

    @classmethod
    def course(
        cls,
        player: Player | str,
        spec: GameSpec,
        conditions: Conditions = _USUAL,
        *,
        store: Path | str | None = None,
    ) -> Contest:
        """The twenty games that courses grade by."""
        entered = conditions.entered(player)
        return cls(course_games(entered, spec, conditions), store=store)

    def play(
        self, workers: Workers, progress: Progress = silent, stop: threading.Event | None = None
    ) -> Tournament:
        """Play what is not played yet, until all is or it is stopped or decided."""
        with Store(self._store or ":memory:") as store:
            recalled = self._recall(store)
            left = [game for game in self.games if game.key not in self._played]
            if left and not self.is_decided:
                jobs_left = [game.job for game in left]
                players = {id(p): p for job in jobs_left for p in (job.first, job.second)}
                try_players(players.values(), left[0].job.spec)
            # Players with mistakes have changed nothing in the store.
            self._take_over(store, recalled)

            def keep(game: ScheduledGame, record: GameRecord) -> None:
                played = PlayedGame.of(game, record)
                if not self._with_times:
                    played = replace(played, scores=[], seconds=[])
                # Until the test has looked at it: it may be decided by games before this one.
                store.add(played if self._judge is None else replace(played, counts=False))
                before = self.counted
                self._add(played)
                if self._judge is not None:
                    store.count(game.key for game in self.games[before : self.counted])
                store.go_on(self._name, self.counted)
                done, of = len(self._played), len(self.games)
                progress(done / of, f"{done} of {of} games")

            def is_over() -> bool:
                return self.is_decided or (stop is not None and stop.is_set())

            jobs = ((game, game.job) for game in left)
            do_jobs(play_game, jobs, workers, keep, is_over=is_over)
            if self.is_finished:
                store.finish(self._name)
        return self.result_in_the_end()

    def recall(self) -> None:
        """Find the games in the store that were played before."""
        if self._store is not None and Path(self._store).is_file():
            with Store(self._store) as store:
                self._recall(store)

    def _recall(self, store: Store) -> list[PlayedGame]:
        """Games of this contest, as the store has them."""
        named, found = {game.key: game for game in self.games}, list[PlayedGame]()
        for game in store.games():
            if game.key in named:
                self._add(game.seen_from(named[game.key].a))
                found.append(game)
        return found

    def _take_over(self, store: Store, recalled: Sequence[PlayedGame]) -> None:
        """Note who plays, and that games which were recalled are part of this contest's result."""
        store.enter(self._versions())
        counted = {game.key for game in self._counted_games()}
        store.count(game.key for game in recalled if game.key in counted and not game.counts)
        named = {game.key: game for game in self.games}
        for game in recalled:
            if not game.a_identity:
                here = named[game.key]
                identities = (here.a_identity, here.b_identity)
                one, other = identities if game.a == here.a else identities[::-1]
                store.identify(replace(game, a_identity=one, b_identity=other))
        store.begin(self._name, self.counted, len(self.games))

    @cached_property
    def _name(self) -> str:
        """The same for the same games."""
        return hashlib.sha256(" ".join(game.key for game in self.games).encode()).hexdigest()[:24]

    def _versions(self) -> dict[str, set[str]]:
        """The identities of the players, by name."""
        found: dict[str, set[str]] = {}
        for game in self.games:
            found.setdefault(game.a, set()).add(game.a_identity)
            found.setdefault(game.b, set()).add(game.b_identity)
        return found

    def _add(self, game: PlayedGame) -> None:
        with self._lock:
            self._played[game.key] = game
            while (
                self._in_a_row < len(self.games) and self.games[self._in_a_row].key in self._played
            ):
                self._in_a_row += 1
            if self._judge is not None:
                self._judge.look(self._played)

    @property
    def players(self) -> list[str]:
        """The names of those who play."""
        return list(self._versions())

    @property
    def played(self) -> int:
        """How many games are played."""
        return len(self._played)

    @property
    def counted(self) -> int:
        """How many games count.

        With a sequential test only those do that were needed: no game after the one that decided
        it, and none for whose predecessors someone still waits.
        """
        if self._judge is None:
            return len(self._played)
        return self._judge.looked_at if self.is_decided else self._in_a_row

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test, if there is one, has come to its verdict."""
        return self._judge is not None and self._judge.verdict is not None

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to play."""
        return self.is_decided or len(self._played) == len(self.games)

    def _counted_games(self) -> list[ScheduledGame]:
        if self._judge is not None:
            return list(self.games[: self.counted])
        return [game for game in self.games if game.key in self._played]

    def result(self) -> Tournament:
        """What the games amount to that count by now."""
        with self._lock:
            return Tournament(tuple(self._played[game.key] for game in self._counted_games()))

    def result_in_the_end(self) -> Tournament:
        """The same, and how far it came if it was stopped before its end."""
        with self._lock:
            stopped = None if self.is_finished else Interruption(self.counted, len(self.games))
        return replace(self.result(), interrupted=stopped)


class SequentialJudge:
    """Looks at pairs of games as the schedule has them, each once, and at none before all that come
    before it are played. So the verdict, and the game after which it was reached, are the same
    whoever finishes first.
    """

    def __init__(self, test: SequentialTest, keys: Sequence[str]) -> None:
        self.test, self.keys = test, keys
        self.verdict: TestVerdict | None = None
        self.looked_at = 0
        """How many games, from the first on."""
        self._repeats = Repeats()
        self._counts = [0] * 5

    def look(self, played: Mapping[str, PlayedGame]) -> None:
        """Look at the pairs that can be looked at by now, until there is a verdict."""
        while self.verdict is None:
            keys = self.keys[self.looked_at : self.looked_at + 2]
            pair = [played[key] for key in keys if key in played]
            if len(pair) < 2:
                return
            self.looked_at += 2
            if self._repeats.is_new(pair):
                self._counts[round(2 * sum(game.points_of_a for game in pair))] += 1
                self.verdict = self.test.verdict(ResultSample(tuple(self._counts)))
