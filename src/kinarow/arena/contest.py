"""Contests: who plays whom under which conditions, played by workers, watched and stopped.

The command line, the lab, reports, tuning and notebooks all play their games here.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from kinarow.arena.conditions import Conditions
from kinarow.arena.course_match import course_games
from kinarow.arena.game import GameRecord, play_game
from kinarow.arena.played import PlayedGame
from kinarow.arena.schedule import ScheduledGame, gauntlet, round_robin, schedule
from kinarow.arena.sequential import SequentialTest
from kinarow.arena.sequential_judge import SequentialJudge
from kinarow.arena.store import Store
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
            self._recall(store)
            left = [game for game in self.games if game.key not in self._played]
            if left and not self.is_decided:
                jobs_left = [game.job for game in left]
                players = {id(p): p for job in jobs_left for p in (job.first, job.second)}
                try_players(players.values(), left[0].job.spec)

            def keep(game: ScheduledGame, record: GameRecord) -> None:
                played = PlayedGame.of(game, record)
                if not self._with_times:
                    played = replace(played, scores=[], seconds=[])
                store.add(played)
                self._add(played)
                done, of = len(self._played), len(self.games)
                progress(done / of, f"{done} of {of} games")

            def is_over() -> bool:
                return self.is_decided or (stop is not None and stop.is_set())

            jobs = ((game, game.job) for game in left)
            do_jobs(play_game, jobs, workers, keep, is_over=is_over)
        return self.result()

    def recall(self) -> None:
        """Find the games in the store that were played before."""
        if self._store is not None and Path(self._store).is_file():
            with Store(self._store) as store:
                self._recall(store)

    def _recall(self, store: Store) -> None:
        named = {game.key: game.a for game in self.games}
        for game in store.games():
            if game.key in named:
                self._add(game.seen_from(named[game.key]))

    def _add(self, game: PlayedGame) -> None:
        with self._lock:
            self._played[game.key] = game
            if self._judge is not None:
                self._judge.look(self._played)

    @property
    def played(self) -> int:
        """How many games are played."""
        return len(self._played)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test, if there is one, has come to its verdict."""
        return self._judge is not None and self._judge.verdict is not None

    def result(self) -> Tournament:
        """What the games amount to, now or in the end.

        With a sequential test only those count that were needed: no game after the one that decided
        it, and none for whose predecessors someone still waits.
        """
        with self._lock:
            games = [self._played.get(game.key) for game in self.games]
            if self._judge is not None:
                counted = games[: self._judge.looked_at] if self.is_decided else games
                games = list(takewhile(lambda game: game is not None, counted))
        return Tournament(tuple(game for game in games if game is not None))
