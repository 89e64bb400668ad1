"""A tournament that runs while people watch: its games so far, and how it stands."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, Final, Literal

from kinarow.api.contests import workers_for
from kinarow.arena import Conditions, Contest, Tournament
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.arena.store.store import Store
from kinarow.errors import KinarowError
from kinarow.web.hosting.sessions import Asker
from kinarow.web.lab.questions import OPENING_RULE, ROUNDS, SEED, LabQuestion
from kinarow.web.tournaments.turns import Turns

State = Literal["running", "paused", "done", "failed"]

MOST_PLAYERS: Final = 10
MOST_GAMES: Final = 2000
_WORKERS = 1
_SECONDS_A_MOVE = 30.0
_TEST = SequentialTest(elo0=0, elo1=20)
"""What a duel is judged by; it goes on to its last game all the same."""


class Running:
    """One tournament: what it is, its games so far, and the thread that plays them."""

    def __init__(
        self,
        question: LabQuestion,
        key: str,
        turns: Turns,
        store: Path | None = None,
        owner: str = "",
    ) -> None:
        self.key = key
        self.owner = owner
        """Who may pause and delete it; empty: everyone."""
        self._turns = turns
        self.spec = question.spec
        self._players = question.entrants()
        if not 2 <= len(self._players) <= MOST_PLAYERS:
            raise KinarowError(f"a tournament here has 2 to {MOST_PLAYERS} players")
        self._rounds = question[ROUNDS]
        seed = question[SEED]
        rule = question[OPENING_RULE] or None
        self._conditions = Conditions(seed, move_seconds=_SECONDS_A_MOVE, opening_rule=rule)
        self.scheduled = self._rounds * len(self._players) * (len(self._players) - 1)
        """How many games it has."""
        if self.scheduled > MOST_GAMES:
            raise KinarowError(f"a tournament here has {MOST_GAMES} games at most")
        self.failure = ""
        self._store = store
        """A file of its games, or None if they are not kept."""
        self._remembered = 0
        self._before: Tournament | None = None
        """The games that were played before the lab was stopped, once somebody has asked."""
        self._contest: Contest | None = None
        """Made by the thread that plays: to draw thousands of openings may take minutes."""
        self._pausing = threading.Event()
        self._thread: threading.Thread | None = None
        self._told: tuple[int, dict[str, Any]] | None = None
        """How it stood after so many games, which many may ask for and takes a moment."""

    def check(self) -> None:
        """Say what is wrong with it: a tournament of one round has the same players under the same
        rule, and no openings to be drawn."""
        self._make(rounds=1)

    def remember(self) -> None:
        """Find out how many games were played before the lab was stopped."""
        if self._store is not None and self._store.is_file():
            with Store(self._store) as store:
                self._remembered = min(self.scheduled, sum(1 for _ in store.games()))

    def _make(self, rounds: int, store: Path | None = None) -> Contest:
        return Contest.tournament(
            self._players, self.spec, rounds, self._conditions, store=store, with_times=False
        )

    def _get_ready(self) -> Contest:
        """The games with all that each starts from, for the thread that plays them."""
        if self._contest is None:
            made = self._make(self._rounds, self._store)
            made.recall()
            self._contest, self._told, self._before = made, None, None
        return self._contest

    def _result(self) -> Tournament:
        """The games so far. Until the schedule is made, they are those of its store, which has them
        in the order in which they were played."""
        if self._contest is not None:
            return self._contest.result()
        if self._store is None or not self._remembered:
            return Tournament(())
        before = self._before
        if before is None:
            with Store(self._store) as store:
                before = self._before = Tournament(tuple(store.games())[-self.scheduled :])
        return before

    @property
    def played(self) -> int:
        """How many games are played, as far as is known."""
        return self._remembered if self._contest is None else self._contest.played

    @property
    def state(self) -> State:
        if self.failure:
            return "failed"
        if self.played == self.scheduled:
            return "done"
        return "running" if self.is_alive and not self._pausing.is_set() else "paused"

    @property
    def is_alive(self) -> bool:
        """Whether games are being played, or got ready, be it only the last one before a pause."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Begin, or resume."""
        if self.state != "paused":
            return
        self._pausing.clear()
        if self.is_alive:
            return  # it had not stopped yet
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def pause(self) -> None:
        self._pausing.set()

    def end(self) -> None:
        """Stop for good: wait until the last game is over."""
        self._pausing.set()
        if self._thread is not None:
            self._thread.join()

    def _play(self) -> None:
        try:
            while self.played < self.scheduled and not self._pausing.is_set():
                with self._turns.turn(self.owner, self._pausing) as turn:
                    if not turn.is_set():
                        self._play_until(turn)
        except Exception as error:
            self.failure = str(error)

    def _play_until(self, stop: threading.Event) -> None:
        contest = self._get_ready()
        with workers_for(contest, _WORKERS) as workers:
            contest.play(workers, stop=stop)

    def summary(self, asker: Asker) -> dict[str, Any]:
        """What a list of tournaments says of it."""
        return {
            "id": self.key,
            "mine": asker.owns(self.owner),
            "state": self.state,
            "game": str(self.spec),
            "players": [player.name for player in self._players],
            "scheduled": self.scheduled,
            "games": self.played,
        }

    def to_json(self, asker: Asker, page: slice) -> dict[str, Any]:
        """How it stands, with a page of its games."""
        summary = self.summary(asker)  # before the games, so that the last is there if it is done
        result = self._result()
        told = self._told
        if told is None or told[0] != len(result.games):
            self._told = told = len(result.games), result.to_json(_TEST)
        return {
            **summary,
            "failure": self.failure,
            **told[1],
            "first": page.start,
            "records": [game.to_json() for game in result.games[page]],
        }
