"""The files that kinarow came with, those that it keeps, and whether they are as they should be."""

from __future__ import annotations

import base64
import csv
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata
from pathlib import Path

from kinarow.api.validation import Check, tried
from kinarow.errors import KinarowError

_PACKAGE = Path(__file__).resolve().parents[1]


def look_at_files() -> list[Check]:
    """Everything on the disk: read, and nothing changed."""
    reinstall = "install kinarow again: pip install --force-reinstall --no-deps kinarow"
    return [
        tried("its own files", _own_files, reinstall),
        tried("book of openings", _book, reinstall),
        _library(),
        *_folders(),
    ]


def _own_files() -> str:
    """Compares each file with what the installer wrote down of it."""
    # Not by `metadata.files`, which in some versions leaves out what is missing.
    installed = metadata.distribution("kinarow")
    written = csv.reader((installed.read_text("RECORD") or "").splitlines())
    listed = {
        Path(str(installed.locate_file(name))).resolve(): digest.removeprefix("sha256=")
        for name, digest, _ in written
        if digest.startswith("sha256=")
    }
    ours = {path: kept for path, kept in listed.items() if path.is_relative_to(_PACKAGE)}
    if not ours:
        return "those of a clone, which may be edited"
    for path, kept in ours.items():
        digest = hashlib.sha256(path.read_bytes()).digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != kept:
            raise KinarowError(f"{path} is not as it was installed")
    return f"{len(ours)}, as they were installed"


def _book() -> str:
    from kinarow.game import Position
    from kinarow.solver.book.book import shipped_book

    book = shipped_book()
    if book.score(Position.from_moves("44")) is None:
        raise KinarowError("it does not know 44")
    return f"{len(book)} positions of Connect Four"


def _library() -> Check:
    """Whether the solver was compiled beforehand, for this machine."""
    from kinarow.native.library import BUILD_COMMAND, Library, library_state

    found = library_state()
    if isinstance(found, Library):
        return Check("compiled solver", "ok", f"for {found.level.name}, {found.path}")
    return Check("compiled solver", "left out", f"{found}; numba compiles it", BUILD_COMMAND)


def _folders() -> Iterator[Check]:
    """What is kept for later: what can be made again, and what cannot."""
    try:
        from kinarow.places import cache_root, data_root

        caches, data = cache_root(), data_root()
    except ImportError as error:
        yield Check("caches", "broken", str(error), "pip install --upgrade kinarow")
        return
    again = "delete what is named there: it is made anew"
    yield tried("caches", lambda: _folder(caches), "make it yours (chown, chmod), or delete it")
    yield tried(
        "compiled kernels", _kernels,
        "make it yours, or set KINAROW_CACHE_DIR to a folder that is: until then, what is compiled "
        "is not kept there",
    )  # fmt: skip
    if (caches / "labels.db").exists():
        yield tried("exact values", lambda: _databases([caches / "labels.db"]), again)
    yield tried("data", lambda: _folder(data), "make it yours (chown, chmod)")
    kept = sorted(data.glob("tournaments/*.games"))
    if kept:
        away = "move the file away: the lab goes on without it"
        yield tried("tournaments", lambda: _databases(kept), away)


def _folder(path: Path) -> str:
    if not path.exists():
        return f"{path}, made when needed"
    if not path.is_dir():
        raise KinarowError(f"{path} is no folder")
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    if not os.access(path, os.W_OK):
        raise KinarowError(f"{path} cannot be written")
    return f"{path}, {size / 1e6:.1f} MB"


def _kernels() -> str:
    from kinarow.native.cache import kept_in, why_not_used
    from kinarow.native.checksum import damaged_files

    problem = why_not_used()
    if problem:
        raise KinarowError(problem)
    files = list(kept_in().rglob("*.nbc"))
    damaged = damaged_files(files)
    also = f", {len(damaged)} of them damaged: compiled anew when they are needed"
    return f"{len(files)} for this version{also if damaged else ''}"


def _databases(paths: list[Path]) -> str:
    for path in paths:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            try:
                said = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            except sqlite3.Error as error:
                said = error
        if said != "ok":
            raise KinarowError(f"{path} is damaged: {said}")
    return f"{len(paths)} {'file' if len(paths) == 1 else 'files'} without damage"
