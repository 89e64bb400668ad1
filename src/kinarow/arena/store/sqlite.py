"""SQLite files that survive a kill and that several programs write at once."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

_TRIES = 100


def open_database(path: Path | str) -> sqlite3.Connection:
    """A file in which every statement is its own transaction. Nothing is written yet."""
    return sqlite3.connect(path, timeout=60, isolation_level=None)


def share(connection: sqlite3.Connection) -> None:
    """Let readers and a writer not disturb each other; for files that are known to be ours."""
    # Two programs that do this to a new file at once get in each other's way, whatever the timeout.
    for attempt in range(_TRIES):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or attempt == _TRIES - 1:
                raise
            time.sleep(0.05)
    connection.execute("PRAGMA synchronous = NORMAL")
