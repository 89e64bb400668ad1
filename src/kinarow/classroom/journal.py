"""What is known of a class so far, kept in one file as it becomes known.

The file is a store of games, so that `kinarow standings` and `kinarow export games` read it too,
with one more table for what submissions say in positions and for those that cannot play at all,
and one for what each of a student's submissions came to.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from kinarow.arena.played_game import PlayedGame
from kinarow.arena.schedule import hashed
from kinarow.arena.store.store import Store
from kinarow.errors import KinarowError
from kinarow.players import Player

_TABLES = {
    "findings": ("key TEXT PRIMARY KEY, value TEXT NOT NULL", "key, value"),
    "attempts": (
        "scheme TEXT NOT NULL, student TEXT NOT NULL, submission TEXT NOT NULL, "
        "value TEXT NOT NULL, PRIMARY KEY (scheme, student, submission)",
        "scheme, student, submission, value",
    ),
}
"""How each is made, and what it must have."""

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
            for table, (made_of, columns) in _TABLES.items():
                store.connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({made_of})")
                store.connection.execute(f"SELECT {columns} FROM {table} LIMIT 1").fetchall()
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

    def forget_game(self, key: str) -> None:
        self._execute("DELETE FROM games WHERE key = ?", key)
        self.games.pop(key, None)

    def forget(self, key: str) -> None:
        self._execute("DELETE FROM findings WHERE key = ?", key)

    def keep(self, key: str, value: object) -> None:
        """Remember something under a key made by `finding_key`."""
        self._execute("INSERT OR REPLACE INTO findings VALUES (?, ?)", key, json.dumps(value))

    def keep_attempt(self, scheme: str, student: str, submission: str, value: object) -> None:
        """Remember what one of a student's submissions came to by a scheme."""
        self._execute(
            "INSERT OR REPLACE INTO attempts VALUES (?, ?, ?, ?)",
            scheme, student, submission, json.dumps(value),
        )  # fmt: skip

    def attempts(self, scheme: str, student: str) -> list[object]:
        """What all submissions of a student came to by a scheme."""
        rows = self._execute(
            "SELECT value FROM attempts WHERE scheme = ? AND student = ? ORDER BY rowid",
            scheme, student,
        )  # fmt: skip
        return [self._read(value) for (value,) in rows]

    def find(self, key: str) -> object:
        """What is remembered under a key, or None."""
        rows = self._execute("SELECT value FROM findings WHERE key = ?", key)
        return self._read(rows[0][0]) if rows else None

    def _read(self, value: str) -> object:
        try:
            return json.loads(value)
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
