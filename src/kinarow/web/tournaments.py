"""Tournaments that run while people watch: begun, paused and resumed by requests."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Literal

from starlette.exceptions import HTTPException

from kinarow.arena import GameRecord, PlayedGame
from kinarow.arena.openings import random_openings
from kinarow.arena.results import Encounter, encounters, table_of
from kinarow.arena.run import play_scheduled
from kinarow.arena.schedule import ScheduledGame, round_robin, tournament
from kinarow.arena.sequential import SequentialTest
from kinarow.arena.workers import local_workers
from kinarow.errors import KinarowError
from kinarow.game import GameSpec
from kinarow.players import Player

State = Literal["running", "paused", "done", "failed"]

MOST_PLAYERS: Final = 10
MOST_GAMES: Final = 2000
_MOST_AT_ONCE = 2
_MOST_KEPT = 20
_WORKERS = 1
_TEST = SequentialTest(elo0=0, elo1=20)


class Running:
    """One tournament: its schedule, its games so far, and the thread that plays them."""

    def __init__(self, players: Sequence[Player], spec: GameSpec, rounds: int, seed: int) -> None:
        self.key = secrets.token_hex(4)
        self.spec = spec
        self.names = [player.name for player in players]
        pairings = round_robin(players)
        if 2 * rounds * len(pairings) > MOST_GAMES:
            raise KinarowError(f"a tournament here has {MOST_GAMES} games at most")
        openings = random_openings(spec, rounds, seed)
        self.games = list(tournament(pairings, spec, rounds, seed, openings, None))
        self.played: dict[str, PlayedGame] = {}
        self.failure = ""
        self._lock = threading.Lock()
        self._pausing = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def state(self) -> State:
        if self.failure:
            return "failed"
        if len(self.played) == len(self.games):
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
            play_scheduled(
                left, partial(local_workers, _WORKERS), 2 * _WORKERS, self._keep,
                self._pausing.is_set,
            )  # fmt: skip
        except Exception as error:
            self.failure = str(error)

    def _keep(self, game: ScheduledGame, record: GameRecord) -> None:
        with self._lock:
            self.played[game.key] = PlayedGame.of(game, record)

    def to_json(self) -> dict[str, Any]:
        """How it stands."""
        with self._lock:
            played = [self.played[g.key] for g in self.games if g.key in self.played]
        meetings = list(encounters(played).values())
        return {
            "id": self.key,
            "state": self.state,
            "failure": self.failure,
            "game": str(self.spec),
            "players": self.names,
            "games": len(self.games),
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


class Tournaments:
    """All tournaments of a lab."""

    def __init__(self) -> None:
        self._all: dict[str, Running] = {}

    def begin(self, players: Sequence[Player], spec: GameSpec, rounds: int, seed: int) -> Running:
        if not 2 <= len(players) <= MOST_PLAYERS:
            raise KinarowError(f"a tournament here has 2 to {MOST_PLAYERS} players")
        if len({player.name for player in players}) < len(players):
            raise KinarowError("two players of a tournament have the same name")
        made = Running(players, spec, rounds, seed)
        self._check_room(made)
        over = [key for key, running in self._all.items() if not running.is_alive]
        for key in over[: max(0, len(self._all) + 1 - _MOST_KEPT)]:
            del self._all[key]
        self._all[made.key] = made
        made.start()
        return made

    def resume(self, running: Running) -> None:
        self._check_room(running)
        running.start()

    def _check_room(self, wanted: Running) -> None:
        alive = sum(r.is_alive for r in self._all.values() if r is not wanted)
        if alive >= _MOST_AT_ONCE:
            raise KinarowError(f"{_MOST_AT_ONCE} tournaments are running already: pause one")

    def find(self, key: str) -> Running:
        if key not in self._all:
            raise HTTPException(404, f"there is no tournament {key[:20]!r}, or no longer")
        return self._all[key]

    def __iter__(self) -> Any:
        return iter(self._all.values())

    def close(self) -> None:
        for running in self._all.values():
            running.pause()
