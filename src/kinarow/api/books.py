"""Books of openings, made."""

from __future__ import annotations

import threading
from concurrent.futures import Executor
from pathlib import Path

from kinarow.game import GameSpec
from kinarow.game.spec import as_spec
from kinarow.solver.book.book import Book, shipped_book
from kinarow.solver.book.making import check_book, make_book
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

__all__ = ["build_book", "check_book", "open_book"]


def open_book(path: Path | None = None) -> Book:
    """A book in a file; without one, the book that comes with kinarow.

    >>> open_book().plies
    10
    """
    return Book.load(path) if path else shipped_book()


def build_book(
    path: Path | str,
    game: GameSpec | str = "connect4",
    *,
    plies: int = 8,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> Book:
    """The exact scores of all openings of up to so many stones, written to a file.

    What is found is kept in a journal beside the file, from which the same call resumes.

    >>> import tempfile
    >>> from kinarow import build_book
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     len(build_book(f"{folder}/book.npz", "drop:4x4:3", plies=2))
    11
    """
    with Workers(workers, stop=stop) as many:
        return make_book(as_spec(game), plies, Path(path), many, progress)
