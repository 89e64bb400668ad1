"""A tournament that runs while people watch: its games so far, and how it stands."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, Literal

from kinarow.arena import GameRecord, PlayedGame
from kinarow.arena.openings import random_openings
from kinarow.arena.results import Encounter, encounters, table_of
from kinarow.arena.run import play_scheduled
from kinarow.arena.schedule import ScheduledGame, round_robin, tournament
from kinarow.arena.sequential import SequentialTest
from kinarow.arena.store import Store
from kinarow.errors import KinarowError
from kinarow.web.questions import LabQuestion
from kinarow.work.workers import Workers

State = Literal["running", "paused", "done", "failed"]

MOST_PLAYERS: Final = 10
MOST_GAMES: Final = 2000
_WORKERS = 1
_SECONDS_A_MOVE = 30.0
_TEST = SequentialTest(elo0=0, elo1=20)


class Running:
    """One tournament: its schedule, its games so far, and the thread that plays them."""

    def __init__(self, question: LabQuestion, key: str, store: Path | None = None) -> None:
        self.key = key
        self.spec = question.spec
        players = question.entrants()
        if not 2 <= len(players) <= MOST_PLAYERS:
            raise KinarowError(f"a tournament here has 2 to {MOST_PLAYERS} players")
        self.names = [player.name for player in players]
        if len(set(self.names)) < len(players):
            raise KinarowError("two players of a tournament have the same name")
        self._pairings = round_robin(players)
        self._rounds = question.whole("rounds", 10, 1, MOST_GAMES // 2)
        self._seed = question.whole("seed", 0, 0, 2**31)
        self.count = 2 * self._rounds * len(self._pairings)
        """How many games it has."""
        if self.count > MOST_GAMES:
            raise KinarowError(f"a tournament here has {MOST_GAMES} games at most")
        self.played: dict[str, PlayedGame] = {}
        self.failure = ""
        self._store = store
        """A file of its games, or None if they are not kept."""
        self._lock = threading.Lock()
        self._pausing = threading.Event()
        self._thread: threading.Thread | None = None

    def remember(self) -> None:
        """Find the games again that were played before the lab was stopped."""
        if self._store is not None and self._store.is_file():
            with Store(self._store) as store:
                self.played = {game.key: game for game in store.games()}

    @cached_property
    def games(self) -> list[ScheduledGame]:
        """All games; worked out when they are needed, since it may take a second."""
        openings = random_openings(self.spec, self._rounds, self._seed)
        games = list(
            tournament(
                self._pairings, self.spec, self._rounds, self._seed, openings, _SECONDS_A_MOVE
            )
        )
        keys = {game.key for game in games}
        with self._lock:  # what was played by a player's older file does not count
            self.played = {key: game for key, game in self.played.items() if key in keys}
        return games

    @property
    def state(self) -> State:
        if self.failure:
            return "failed"
        if len(self.played) == self.count:
            return "done"
        return "running" if self.is_alive and not self._pausing.is_set() else "paused"

    @property
    def is_alive(self) -> bool:
        """Whether games are being played, be it only the last one before a pause."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Begin, or go on."""
        if self.state != "paused":
            return
        self._pausing.clear()
        if self.is_alive:
            return  # it had not stopped yet
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def pause(self) -> None:
        self._pausing.set()

    def _play(self) -> None:
        left = [game for game in self.games if game.key not in self.played]
        try:
            with Store(self._store or ":memory:") as store, Workers(_WORKERS) as workers:
                play_scheduled(left, workers, partial(self._keep, store), self._pausing.is_set)
        except Exception as error:
            self.failure = str(error)

    def _keep(self, store: Store, game: ScheduledGame, record: GameRecord) -> None:
        # Without what each move took, which is most of it and is not shown.
        played = replace(PlayedGame.of(game, record), scores=[], seconds=[])
        store.add(played)
        with self._lock:
            self.played[game.key] = played

    def summary(self) -> dict[str, Any]:
        """What a list of tournaments says of it."""
        return {
            "id": self.key,
            "state": self.state,
            "game": str(self.spec),
            "players": self.names,
            "games": self.count,
            "played": len(self.played),
        }

    def to_json(self) -> dict[str, Any]:
        """How it stands."""
        games = self.games
        with self._lock:
            played = [self.played[g.key] for g in games if g.key in self.played]
        meetings = list(encounters(played).values())
        return {
            **self.summary(),
            "failure": self.failure,
            "played": len(played),
            "standings": [_standing(s) for s in table_of(meetings)] if played else [],
            "meetings": [_meeting(meeting) for meeting in meetings],
            "records": [
                {
                    "a": game.a,
                    "b": game.b,
                    "first": game.a if game.a_side == 1 else game.b,
                    "moves": game.moves,
                    "winner": int(game.winner) if game.winner else None,
                    "reason": game.reason,
                }
                for game in played
            ],
        }


def _standing(standing: Any) -> dict[str, Any]:
    elo = standing.elo
    return {
        "player": standing.player,
        "elo": elo.value,
        "low": elo.low,
        "high": elo.high,
        "points": standing.points,
        "games": standing.games,
    }


def _meeting(meeting: Encounter) -> dict[str, Any]:
    pairs, elo, bounds = meeting.sample_of_pairs(), meeting.sample().elo(), _TEST.bounds
    return {
        "a": meeting.a,
        "b": meeting.b,
        "wins": meeting.wins,
        "ties": meeting.ties,
        "losses": meeting.losses,
        "points": meeting.points,
        "elo": elo.value,
        "low": elo.low,
        "high": elo.high,
        "llr": _TEST.ratio(pairs),
        "bounds": list(bounds),
        "verdict": _TEST.verdict(pairs),
    }
