"""Tournaments: begun, paused and resumed by requests, and found again after a restart.

Of each there is a file with the request that began it, and a store of its games.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException

from kinarow.errors import KinarowError
from kinarow.web.hosting.fair_queue import BusyError
from kinarow.web.lab.questions import Known, LabQuestion
from kinarow.web.tournaments.running import Running
from kinarow.web.tournaments.turns import Turns
from kinarow.writing import write_whole

MOST_KEPT: Final = 20
_MOST_AT_ONCE = 2
"""Both of one owner's: nobody's tournament makes way for another's."""
_MOST_KEPT_IN_ALL = 1000
_MOST_AT_ONCE_IN_ALL = 40
_PLAYED_AT_ONCE = 2
"""Processes that play games; tournaments that run take turns."""
_OWNER = re.compile(r"[0-9a-f]{0,32}")
_FIELDS = ("game", "players", "rounds", "seed", "opening_rule")
_REQUEST = re.compile(r"([0-9a-f]{8,16})\.tournament\.json")
"""Names of the files that are the lab's own: the folder may hold others, which it leaves alone."""


class Tournaments:
    """All tournaments of a lab; with a folder, those of earlier days too."""

    def __init__(self, known: Known, folder: Path | None = None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        """Tournaments are begun by several threads."""
        self._turns = Turns(_PLAYED_AT_ONCE)
        self._all = _find_kept(folder, known, self._turns) if folder else {}

    def begin(self, question: LabQuestion, owner: str) -> Running:
        if not owner:
            raise BusyError("too many sessions were begun from your address; try again in an hour")
        key = secrets.token_hex(8)
        store = self._folder and _games_file(self._folder, key)
        made = Running(question, key, self._turns, store, owner)
        self._check_room(made)  # before its players are looked at, and again when it begins
        made.check()
        with self._lock:
            self._check_room(made)
            own = [old for old in self._all.values() if old.owner == owner]
            over = [old.key for old in own if not old.is_alive]
            unwanted = over[: max(0, len(own) + 1 - MOST_KEPT)]
            if len(self._all) - len(unwanted) >= _MOST_KEPT_IN_ALL:
                raise BusyError("the lab keeps no more tournaments: delete one of yours")
            if self._folder:
                _keep(self._folder, key, question, owner)
            for old in unwanted:
                self._remove(old)
            self._all[key] = made
            made.start()
        return made

    def resume(self, running: Running) -> None:
        with self._lock:
            self._check_room(running)
            running.start()

    def delete(self, running: Running) -> None:
        """Forget a tournament and its games; one that runs plays its last game to the end."""
        with self._lock:
            if self._all.pop(running.key, None) is None:
                return
        running.pause()
        if self._folder:
            _request_file(self._folder, running.key).unlink(missing_ok=True)
            threading.Thread(target=self._clear_away, args=(running,), daemon=True).start()

    def _clear_away(self, running: Running) -> None:
        running.end()
        if self._folder:
            _forget(self._folder, running.key)

    def _remove(self, key: str) -> None:
        del self._all[key]
        if self._folder:
            _forget(self._folder, key)

    def _check_room(self, wanted: Running) -> None:
        alive = [r for r in list(self._all.values()) if r.is_alive and r is not wanted]
        if sum(r.owner == wanted.owner for r in alive) >= _MOST_AT_ONCE:
            raise KinarowError(f"{_MOST_AT_ONCE} tournaments are running already: pause one")
        if len(alive) >= _MOST_AT_ONCE_IN_ALL:
            raise BusyError("too many tournaments are running; try again when some are over")

    def find(self, key: str) -> Running:
        if key not in self._all:
            raise HTTPException(404, f"there is no tournament {key[:20]!r}, or no longer")
        return self._all[key]

    def __iter__(self) -> Iterator[Running]:
        return iter(list(self._all.values()))

    def close(self) -> None:
        for running in self._all.values():
            running.pause()


def _request_file(folder: Path, key: str) -> Path:
    return folder / f"{key}.tournament.json"


def _games_file(folder: Path, key: str) -> Path:
    return folder / f"{key}.games"


def _keep(folder: Path, key: str, question: LabQuestion, owner: str) -> None:
    asked = {name: question.fields[name] for name in _FIELDS if name in question.fields}
    asked["owner"] = owner
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(_request_file(folder, key), json.dumps(asked).encode())
    except OSError as error:
        raise KinarowError(f"the tournament cannot be kept: {error.strerror}") from None


def _forget(folder: Path, key: str) -> None:
    games = _games_file(folder, key)
    for file in (_request_file(folder, key), games, *games.parent.glob(f"{games.name}-*")):
        with suppress(OSError):  # what cannot be deleted now is found again at the next start
            file.unlink(missing_ok=True)


def _find_kept(folder: Path, known: Known, turns: Turns) -> dict[str, Running]:
    """The newest of a folder, the oldest first; all of them paused. Older ones of the same owner
    are forgotten. One that names what this lab does not know is left for a lab that does."""
    found: dict[str, Running] = {}
    files = [file for file in folder.glob("*.json") if file.is_file()]
    files.sort(key=lambda file: (file.stat().st_mtime_ns, file.name))
    for file, name in ((file, _REQUEST.fullmatch(file.name)) for file in files):
        try:
            if name and isinstance(fields := json.loads(file.read_bytes()), dict):
                owner = fields.get("owner", "")
                if not isinstance(owner, str) or not _OWNER.fullmatch(owner):
                    continue
                store = _games_file(folder, name[1])
                kept = Running(LabQuestion(fields, known), name[1], turns, store, owner)
                kept.remember()
                found[kept.key] = kept
        except (KinarowError, OSError, ValueError, RecursionError):
            continue
    newer: Counter[str] = Counter()
    for key, kept in reversed(list(found.items())):
        newer[kept.owner] += 1
        if newer[kept.owner] > MOST_KEPT:
            del found[key]
            _forget(folder, key)
    return found
