"""Tournaments: begun, paused and resumed by requests, and found again after a restart.

Of each there is a file with the request that began it, and a store of its games.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException

from kinarow.errors import KinarowError
from kinarow.web.questions import Known, LabQuestion
from kinarow.web.running_tournament import Running
from kinarow.writing import write_whole

MOST_KEPT: Final = 20
_MOST_AT_ONCE = 2
_FIELDS = ("game", "players", "rounds", "seed")
_REQUEST = re.compile(r"([0-9a-f]{8})\.tournament\.json")
"""Names of the files that are the lab's own: the folder may hold others, which it leaves alone."""


class Tournaments:
    """All tournaments of a lab; with a folder, those of earlier days too."""

    def __init__(self, known: Known, folder: Path | None = None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        """Tournaments are begun by several threads."""
        self._all = _find_kept(folder, known) if folder else {}

    def begin(self, question: LabQuestion) -> Running:
        key = secrets.token_hex(4)
        made = Running(question, key, self._folder and _games_file(self._folder, key))
        _ = made.contest  # what is wrong with it is said now
        with self._lock:
            self._check_room(made)
            over = [key for key, running in self._all.items() if not running.is_alive]
            for old in over[: max(0, len(self._all) + 1 - MOST_KEPT)]:
                del self._all[old]
                if self._folder:
                    _forget(self._folder, old)
            if self._folder:
                _keep(self._folder, key, question)
            self._all[key] = made
            made.start()
        return made

    def resume(self, running: Running) -> None:
        with self._lock:
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

    def __iter__(self) -> Iterator[Running]:
        with self._lock:
            return iter(list(self._all.values()))

    def close(self) -> None:
        for running in self._all.values():
            running.pause()


def _request_file(folder: Path, key: str) -> Path:
    return folder / f"{key}.tournament.json"


def _games_file(folder: Path, key: str) -> Path:
    return folder / f"{key}.games"


def _keep(folder: Path, key: str, question: LabQuestion) -> None:
    asked = {name: question.fields[name] for name in _FIELDS if name in question.fields}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(_request_file(folder, key), json.dumps(asked).encode())
    except OSError as error:
        raise KinarowError(f"the tournament cannot be kept: {error.strerror}") from None


def _forget(folder: Path, key: str) -> None:
    games = _games_file(folder, key)
    for file in (_request_file(folder, key), games, *games.parent.glob(f"{games.name}-*")):
        file.unlink(missing_ok=True)


def _find_kept(folder: Path, known: Known) -> dict[str, Running]:
    """The newest of a folder, the oldest first; all of them paused. Older ones are forgotten. One
    that names what this lab does not know is left for a lab that does."""
    found = {}
    files = sorted(folder.glob("*.json"), key=lambda file: (file.stat().st_mtime_ns, file.name))
    for file, name in ((file, _REQUEST.fullmatch(file.name)) for file in files):
        try:
            if name and isinstance(fields := json.loads(file.read_bytes()), dict):
                kept = Running(LabQuestion(fields, known), name[1], _games_file(folder, name[1]))
                kept.remember()
                found[kept.key] = kept
        except (KinarowError, OSError, ValueError, RecursionError):
            continue
    for key in list(found)[:-MOST_KEPT]:
        del found[key]
        _forget(folder, key)
    return found
