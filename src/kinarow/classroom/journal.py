"""What is known of a class so far, kept in one file as it becomes known.

The file is a store of games, so that `kinarow standings` and `kinarow export games` read it too,
with one more table for what submissions say in positions and for those that cannot play at all.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from kinarow.arena.played import PlayedGame
from kinarow.arena.schedule import hashed
from kinarow.arena.store import Store
from kinarow.errors import KinarowError
from kinarow.players import Player

_SCHEMA = "CREATE TABLE IF NOT EXISTS findings (key TEXT PRIMARY KEY, value TEXT NOT NULL)"

_CLASS = "class"
"""Under this key are the names of those who handed something in."""
_NOBODY = "-"
"""No player has this identity."""


class Journal:
    """A file of findings; several programs may write it at once."""

    def __init__(self, path: Path | str) -> None:
        self.path = path

    @property
    def store(self) -> Store:
        """Opened when it is first needed, so that a mistake made before leaves no file behind."""
        return self._opened[0]

    @property
    def games(self) -> dict[str, PlayedGame]:
        return self._opened[1]

    @cached_property
    def _opened(self) -> tuple[Store, dict[str, PlayedGame]]:
        store = Store(self.path)
        try:
            games = {game.key: game for game in store.games()}  # before anything is written
            store.connection.execute(_SCHEMA)
            store.connection.execute("SELECT key, value FROM findings LIMIT 1").fetchall()
        except sqlite3.Error as error:
            store.connection.close()
            raise KinarowError(f"{self.path} cannot be used: {error}") from None
        except BaseException:
            store.connection.close()
            raise
        return store, games

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *arguments: object) -> None:
        if "_opened" in vars(self):
            self.store.__exit__(*arguments)

    def enter(
        self, submitted: Iterable[Player], opponents: Iterable[Player], *, whole_class: bool
    ) -> None:
        """Note who plays by now, so that standings leave out what was handed in before. If that is
        the whole class, nobody else has a current submission."""
        entered = {player.name: [hashed(player.identity)] for player in submitted}
        self.store.enter({player.name: [hashed(player.identity)] for player in opponents})
        self.store.enter(entered)
        if whole_class:
            before = self.find(_CLASS)
            gone = {str(name) for name in before} if isinstance(before, list) else set()
            self.store.enter({name: [_NOBODY] for name in gone.difference(entered)})
            self.keep(_CLASS, list(entered))

    def keep_game(self, game: PlayedGame) -> None:
        self.store.add(game)
        self.games.setdefault(game.key, game)

    def keep(self, key: str, value: object) -> None:
        """Remember something under a key made by `finding_key`."""
        self._execute("INSERT OR REPLACE INTO findings VALUES (?, ?)", key, json.dumps(value))

    def find(self, key: str) -> object:
        """What is remembered under a key, or None."""
        rows = self._execute("SELECT value FROM findings WHERE key = ?", key)
        try:
            return json.loads(rows[0][0]) if rows else None
        except (ValueError, TypeError, RecursionError):
            raise KinarowError(f"{self.path} is damaged") from None

    def _execute(self, statement: str, *values: str) -> list[tuple[str, ...]]:
        try:
            return self.store.connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise KinarowError(f"{self.path}: {error}") from None


def finding_key(*facts: object) -> str:
    """A name for what depends on these facts and nothing else."""
    return hashlib.sha256(repr(tuple(map(str, facts))).encode()).hexdigest()[:24]
