"""Where games are kept: an SQLite file, each game written as it ends.

Every game has its schedule's key, and no key is there twice, whoever writes: what was interrupted
is gone on with, and two programs may write at once. A game is one transaction, so a program that is
killed leaves whole games behind.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields
from functools import lru_cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from kinarow.arena.interruption import Interruption
from kinarow.arena.played_game import PlayedGame
from kinarow.arena.store.sqlite import open_database, share
from kinarow.errors import ArenaError, NotationError, SpecError, shortened
from kinarow.game import Side
from kinarow.game.spec import as_spec

SCHEMA_VERSION = 4

_VERSIONS = """
CREATE TABLE IF NOT EXISTS current_versions (
    name TEXT NOT NULL,
    identity TEXT NOT NULL,
    PRIMARY KEY (name, identity)
)
"""
_CONTESTS = """
CREATE TABLE IF NOT EXISTS contests_under_way (
    contest TEXT PRIMARY KEY,
    played INTEGER NOT NULL,
    scheduled INTEGER NOT NULL
)
"""
_KEPT_AS: dict[Any, tuple[str, Any]] = {
    str: ("TEXT", str),
    int: ("INTEGER", int),
    bool: ("INTEGER", int),
    Side: ("INTEGER", int),
    float: ("REAL", int | float),
    list: ("TEXT", str),
}
"""For what a field of `PlayedGame` holds the type of its column, and what SQLite gives for it."""


class _Column:
    """A field of `PlayedGame` as a column of the table; lists are JSON."""

    def __init__(self, name: str, hint: Any, default: Any) -> None:
        self.name = name
        parts = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        [kind] = set(parts) - {NoneType}
        self.is_optional = NoneType in parts
        self.kind = get_origin(kind) or kind
        self.item: Any = int | kind.__args__[0] if self.kind is list else None
        kept_as, self.given = _KEPT_AS[self.kind]
        self.is_later = default is not MISSING
        """Stores from before it was kept may lack it."""
        self.definition = f"{name} {kept_as}"
        if name == "key":
            self.definition += " PRIMARY KEY"
        elif not self.is_optional:
            self.definition += " NOT NULL"
        if self.is_later:
            usual = repr(default) if self.kind is str else int(default)
            self.definition += f" DEFAULT {usual}"

    def written(self, value: Any) -> Any:
        """A value as SQLite keeps it."""
        if self.kind is list:
            return json.dumps(value)
        return int(value) if isinstance(value, Side) else value

    def read(self, kept: Any) -> Any:
        """The value again; SQLite does not hold files to types itself."""
        if kept is None and self.is_optional:
            return None
        if not isinstance(kept, self.given):
            raise ValueError(f"{self.name} is {shortened(repr(kept))}")
        if self.kind is list:
            items = json.loads(kept)
            if not isinstance(items, list) or not all(isinstance(i, self.item) for i in items):
                raise ValueError(f"{self.name} is {shortened(kept)!r}")
            return items
        return self.kind(kept) if self.kind in (Side, bool) else kept


_HINTS = get_type_hints(PlayedGame)
_COLUMNS = [_Column(f.name, _HINTS[f.name], f.default) for f in fields(PlayedGame)]
_NAMES = [column.name for column in _COLUMNS]
_SCHEMA = f"CREATE TABLE IF NOT EXISTS games ({', '.join(c.definition for c in _COLUMNS)})"


class Store:
    """A file of games, or `:memory:`."""

    def __init__(self, path: Path | str, *, must_exist: bool = False) -> None:
        self.path = str(path)
        if must_exist and not Path(path).is_file():
            raise ArenaError(f"there is no file {path}")
        if must_exist and not Path(path).stat().st_size:
            raise ArenaError(f"{path} is not a database of games: it is empty")
        try:
            self.connection = open_database(path)
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise
        except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite may quote what is no text
            raise ArenaError(f"{path} is not a database of games: {error}") from None

    def _prepare(self) -> None:
        version = self._version()
        self._check_ours(version)  # nothing is written into what is not
        share(self.connection)
        for table in (_SCHEMA, _VERSIONS, _CONTESTS):
            self.connection.execute(table)
        if 1 <= version < SCHEMA_VERSION:
            self._bring_up_to_date()
        if version != SCHEMA_VERSION:
            self.connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _version(self) -> int:
        return int(self.connection.execute("PRAGMA user_version").fetchone()[0])

    def _check_ours(self, version: int) -> None:
        if version > SCHEMA_VERSION:
            raise ArenaError(f"{self.path} was written by a newer kinarow")
        tables = self.connection.execute("SELECT name FROM sqlite_master").fetchall()
        columns = self._columns()
        missing = _COLUMNS[len(columns) :]
        is_ours = columns == _NAMES[: len(columns)] and all(column.is_later for column in missing)
        if missing and version == SCHEMA_VERSION:
            is_ours = False
        if (tables or version) and (("games",) not in tables or not is_ours):
            raise ArenaError(f"{self.path} is a database, but not one of kinarow's")

    def _bring_up_to_date(self) -> None:
        """Add what a store of an older version does not have, which none of its games had."""
        self.connection.execute("BEGIN IMMEDIATE")  # two programs may be about to do so
        for column in _COLUMNS[len(self._columns()) :]:
            self.connection.execute(f"ALTER TABLE games ADD COLUMN {column.definition}")
        self.connection.execute("COMMIT")

    def _columns(self) -> list[str]:
        return [row[1] for row in self.connection.execute("PRAGMA table_info(games)")]

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def add(self, game: PlayedGame) -> bool:
        """Keep a game; False if someone has kept it already."""
        values = [column.written(getattr(game, column.name)) for column in _COLUMNS]
        marks = ", ".join("?" * len(values))
        return self._write(f"INSERT OR IGNORE INTO games VALUES ({marks})", values) == 1

    def count(self, keys: Iterable[str]) -> None:
        """Make games part of a result, which a sequential test has come to look at."""
        for key in keys:
            self._write("UPDATE games SET counts = 1 WHERE key = ?", (key,))

    def identify(self, game: PlayedGame) -> None:
        """Note who played a game of an older store, which did not say."""
        self._write(
            "UPDATE games SET a_identity = ?, b_identity = ? WHERE key = ? AND a = ?",
            (game.a_identity, game.b_identity, game.key, game.a),
        )

    def enter(self, versions: Mapping[str, Iterable[str]]) -> None:
        """Note the current versions of players, by name: those of before are replaced."""
        for name, identities in versions.items():
            self._write("DELETE FROM current_versions WHERE name = ?", (name,))
            for identity in identities:
                self._write("INSERT INTO current_versions VALUES (?, ?)", (name, identity))

    def current_versions(self) -> dict[str, set[str]]:
        """The identities that were entered last, by the names of players."""
        found: dict[str, set[str]] = {}
        for name, identity in self._read("SELECT name, identity FROM current_versions"):
            found.setdefault(str(name), set()).add(str(identity))
        return found

    def begin(self, contest: str, played: int, scheduled: int) -> None:
        """Note that a contest is under way, so that it shows if it never ends."""
        values = (contest, played, scheduled)
        self._write("INSERT OR REPLACE INTO contests_under_way VALUES (?, ?, ?)", values)

    def go_on(self, contest: str, played: int) -> None:
        """Note how many games of a contest count by now."""
        statement = "UPDATE contests_under_way SET played = ? WHERE contest = ?"
        self._write(statement, (played, contest))

    def finish(self, contest: str) -> None:
        """Note that a contest has come to its end."""
        self._write("DELETE FROM contests_under_way WHERE contest = ?", (contest,))

    def interruptions(self) -> list[Interruption]:
        """The contests that have not come to their end."""
        rows = self._read("SELECT played, scheduled FROM contests_under_way ORDER BY rowid")
        if not all(isinstance(number, int) for row in rows for number in row):
            raise ArenaError(f"{self.path} is damaged: a contest's number of games is none")
        return [Interruption(played, scheduled) for played, scheduled in rows]

    def _write(self, statement: str, values: Sequence[object]) -> int:
        """How many rows it has changed."""
        try:
            return self.connection.execute(statement, values).rowcount
        except sqlite3.Error as error:
            raise ArenaError(f"{self.path}: {error}") from None

    def _read(self, statement: str) -> list[tuple[Any, ...]]:
        try:
            return self.connection.execute(statement).fetchall()
        except sqlite3.Error as error:
            raise ArenaError(f"{self.path} is damaged: {error}") from None

    def games(self) -> Iterator[PlayedGame]:
        """All games, in the order in which they ended."""
        try:
            rows = self.connection.execute("SELECT * FROM games ORDER BY rowid")
            try:
                for row in rows:
                    yield _played(row)
            finally:
                with suppress(sqlite3.ProgrammingError):  # the file is closed already
                    rows.close()
        except (sqlite3.Error, ValueError, RecursionError, SpecError, NotationError) as error:
            raise ArenaError(f"{self.path} is damaged: {error}") from None


@lru_cache(maxsize=64)
def _check_game(text: str) -> None:
    as_spec(text)


def _played(row: tuple[Any, ...]) -> PlayedGame:
    values = {column.name: column.read(kept) for column, kept in zip(_COLUMNS, row, strict=True)}
    _check_game(values["game"])
    return PlayedGame(**values)
