"""Files of evaluators and players that are edited while the lab runs: the last version that works
is in use, and whoever listens is told of every version within a moment of its being saved."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from starlette.concurrency import run_in_threadpool

from kinarow.errors import KinarowError, shortened
from kinarow.evaluation.load import InFile
from kinarow.evaluation.user import failure_in, version_of
from kinarow.players.isolated import IsolatedPlayer, files_of
from kinarow.players.used_files import fingerprint
from kinarow.web import lab_jobs
from kinarow.web.fair_queue import BusyError
from kinarow.web.questions import Known
from kinarow.web.thinkers import LostError, Thinkers

_LONGEST_SECONDS: Final = 10.0
_LOOK_EVERY_SECONDS: Final = 0.25
_WRITING_SECONDS: Final = 0.05
"""An editor may empty a file before it writes it: what is the same after so long is whole."""
_LONGEST_SNIPPET: Final = 120
_LINE = re.compile(r", line ([0-9]{1,9}): ")

FileKind = Literal["evaluator", "player"]


@dataclass(slots=True)
class _File:
    path: Path
    text: str
    """What names the evaluator in it."""
    kind: FileKind
    seen: str
    """The version that was looked at last, whether it works or not."""
    content: str = ""
    """Of it and of all that it uses: files beside it that it does not use change as well."""
    number: int = 1
    """Of that version, counted from the start of the lab."""
    in_use: int = 1
    """Of the version that works."""
    saved: float = 0.0
    """When it was saved, in seconds since 1970."""
    snippet: str = ""
    """The line that is wrong with it."""


class OwnFiles:
    """The files of the evaluators and players that a lab was started with."""

    def __init__(self, known: Known, thinkers: Thinkers) -> None:
        self._known, self._thinkers = known, thinkers
        self._files: dict[str, _File] = {}
        for name, evaluator in known.evaluators.items():
            text = known.texts.get(name, evaluator.text)
            path = evaluator.file or _path_in(text)
            if path is not None:
                version = evaluator.version or _version_now(path)
                self._files[name] = _File(path, text, "evaluator", version)
        for name, player in known.players.items():
            for path in files_of(player)[:1]:
                self._files.setdefault(name, _File(path, name, "player", _version_now(path)))
        for file in self._files.values():
            file.content, file.saved = _content(file.path), _saved(file.path)
        self._changed = asyncio.Condition()
        self._listeners = 0
        self._watching: asyncio.Task[None] | None = None

    async def follow(self) -> None:
        """Take up what was edited since the last question."""
        for name, file in self._files.items():
            version = await self._settled(file)
            if version == file.seen:
                continue
            # Who asks while it is being run is answered by the version before.
            before, file.seen = file.seen, version
            try:
                await self._load(name, file)
            except BaseException:
                file.seen = before
                raise
            content = await run_in_threadpool(_content, file.path)
            if content != file.content:
                file.content, file.saved = content, _saved(file.path)
                file.number += 1
            if name not in self._known.troubles:
                file.in_use = file.number
            async with self._changed:
                self._changed.notify_all()

    async def _settled(self, file: _File) -> str:
        """The version of a file that is not being written just now."""
        version = await run_in_threadpool(_version_now, file.path)
        while version != file.seen:
            await asyncio.sleep(_WRITING_SECONDS)
            before, version = version, await run_in_threadpool(_version_now, file.path)
            if version == before:
                break
        return version

    def states(self) -> list[dict[str, Any]]:
        """What a page shows of each file."""
        return [
            {
                "name": name,
                "kind": file.kind,
                "file": file.path.name,
                "number": file.number,
                "in_use": file.in_use,
                "saved": file.saved,
                "error": self._known.troubles.get(name),
                "snippet": file.snippet if name in self._known.troubles else "",
            }
            for name, file in self._files.items()
        ]

    async def changes(self, patience: float) -> AsyncGenerator[list[dict[str, Any]] | None, None]:
        """The states of all files, now and whenever one is saved; None where for so many seconds
        there was nothing to tell."""
        self._listeners += 1
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())
        try:
            told = None
            while True:
                now = self.states()
                if now != told:
                    told = now
                    yield now
                async with self._changed:
                    if self.states() != told:
                        continue
                    try:
                        await asyncio.wait_for(self._changed.wait(), patience)
                    except TimeoutError:
                        yield None
        finally:
            self._listeners -= 1

    async def _watch(self) -> None:
        """Look at the files for as long as anyone listens."""
        while self._listeners:
            with suppress(BusyError):  # then in a moment
                await self.follow()
            await asyncio.sleep(_LOOK_EVERY_SECONDS)

    async def _load(self, name: str, file: _File) -> None:
        """Run a file where an edit can do no harm, and use it from now on if it works."""
        if file.kind == "player":
            found = await run_in_threadpool(self._edited_player, name, file)
        else:
            found = await self._edited_evaluator(file)
        if "error" in found:
            file.snippet = await run_in_threadpool(_snippet, file.path, found["error"])
            self._known.troubles[name] = found["error"]
            return
        if file.kind == "player":
            self._known.players[name] = found["player"]
        else:
            self._known.evaluators[name] = found["evaluator"]
        self._known.troubles.pop(name, None)

    async def _edited_evaluator(self, file: _File) -> dict[str, Any]:
        try:
            found: dict[str, Any] = await self._thinkers.run(
                lab_jobs.load, file.text, seconds=_LONGEST_SECONDS
            )
            return found
        except BusyError:
            raise
        except LostError:
            return {"error": f"{file.path.name}: running it ended its process"}
        except KinarowError:
            return {"error": f"{file.path.name}: running it takes too long for the lab"}

    def _edited_player(self, name: str, file: _File) -> dict[str, Any]:
        """A player is another one when its files are, and is made anew by its own process; the one
        before plays on in the process that it has as long as the file is no Python."""
        player = self._known.players[name]
        assert isinstance(player, IsolatedPlayer)
        try:
            compile(file.path.read_bytes(), str(file.path), "exec")
        except OSError:
            return {"error": f"there is no file {file.path.name}"}
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return {"error": failure_in(file.path, error)}
        return {"player": replace(player, fingerprint=fingerprint(files_of(player)))}


def _path_in(text: str) -> Path | None:
    """The file that an evaluator's text names, if it names one."""
    in_file = InFile.parse(text)
    if in_file is not None:
        return Path(in_file.file).resolve()
    return Path(text).resolve() if text.endswith((".json", ".json.gz")) else None


def _version_now(path: Path) -> str:
    try:
        return version_of(path, path.read_bytes())
    except OSError:
        return ""


def _content(path: Path) -> str:
    try:
        return fingerprint([path]) if path.exists() else ""
    except OSError:
        return ""


def _saved(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return time.time()


def _snippet(path: Path, error: str) -> str:
    """The line of a file that an error names."""
    found = _LINE.search(error)
    with suppress(OSError):
        lines = path.read_bytes().decode("utf-8", "replace").splitlines()
        if found and 0 < int(found[1]) <= len(lines):
            return shortened(lines[int(found[1]) - 1].rstrip(), _LONGEST_SNIPPET)
    return ""
