"""Files of evaluators and players that are edited while the lab runs: the last version that works
is in use, and whoever listens is told of every version within a moment of its being saved.

A version works in a game once it has scored boards of it, in a process where it can do no harm. One
that fails later, on a board that nobody had thought of, counts as one that does not.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Callable, Collection, Coroutine, Iterable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

from starlette.concurrency import run_in_threadpool

from kinarow.errors import EvaluatorError, KinarowError, shortened
from kinarow.evaluation import AnyEvaluator
from kinarow.evaluation.load import InFile
from kinarow.evaluation.user.evaluator import SECONDS_A_CALL, failure_in, version_of
from kinarow.game import GameSpec
from kinarow.players.isolated.player import IsolatedPlayer, files_of
from kinarow.players.user.used_files import fingerprint
from kinarow.web.hosting.fair_queue import BusyError
from kinarow.web.lab import jobs as lab_jobs
from kinarow.web.lab.questions import USUAL_GAME, Known
from kinarow.web.lab.versions import Failure, Version, Versions
from kinarow.web.lab.worker_pool import LostError, Thinkers, TooLongError

_LONGEST_SECONDS: Final = 6 * SECONDS_A_CALL
"""For running a file, and for the scores of some boards. A call that does not end is told with its
line and board, by its own limit, which on a busy machine takes longer than it says."""
_PATIENCE_SECONDS = 1.5
"""How long a question waits for that; then the version before answers."""
_LOOK_EVERY_SECONDS: Final = 0.25
_WRITING_SECONDS: Final = 0.05
"""An editor may empty a file before it writes it: what is the same after so long is whole."""
_LONGEST_SNIPPET: Final = 120
_LINE = re.compile(r", line ([0-9]{1,9})\b")

FileKind = Literal["evaluator", "player"]


@dataclass(slots=True)
class _Work:
    """A version that is being run or tried."""

    task: asyncio.Task[None]
    begun: float


@dataclass(slots=True)
class _File:
    path: Path
    text: str
    """What names the evaluator or the player in it."""
    kind: FileKind
    seen: str
    """The version that was looked at last, whether it works or not."""
    versions: Versions | None = None
    """Of an evaluator. A player's file is run by its own process, when it is its turn."""
    failure: Failure | None = None
    """What is wrong with a player, or was when it had to move last."""
    plays: int | None = None
    """The version of a player that has moved; none while the one that would has yet to."""
    content: str = ""
    """Of it and of all that it uses: files beside it that it does not use change as well."""
    number: int = 1
    """Of that version, counted from the start of the lab."""
    saved: float | None = None
    """When it was saved, in seconds since 1970; none if it is gone."""
    game: GameSpec = field(default_factory=lambda: GameSpec.parse(USUAL_GAME))
    """The one that it was asked about last."""
    taking_up: _Work | None = None
    trying: dict[tuple[int, GameSpec], _Work] = field(default_factory=dict)

    def told(self) -> dict[str, Any]:
        """Which version is in use, and what is wrong: in the game asked about last, and where that
        is another matter."""
        versions = self.versions
        if versions is None:
            error = self.failure.to_json() if self.failure else None
            return {"in_use": self.plays, "before": None, "error": error, "games": {}}
        games = {str(spec): versions.told(spec) for spec in versions.games()}
        return {**versions.told(self.game), "games": games}


class OwnFiles:
    """The files of the evaluators and players that a lab was started with."""

    def __init__(self, known: Known, thinkers: Thinkers) -> None:
        self._known, self._thinkers = known, thinkers
        self._files: dict[str, _File] = {}
        for name in known.own_evaluators:
            self._add_evaluator(name)
        for name, player in known.players.items():
            for path in files_of(player)[:1]:
                made = _File(path, name, "player", _version_now(path), failure=_not_python(path))
                self._files.setdefault(name, made)
        for file in self._files.values():
            file.content, file.saved = _content(file.path), _saved(file.path)
        self._changed = asyncio.Condition()
        self._listeners = 0
        self._watching: asyncio.Task[None] | None = None

    def _add_evaluator(self, name: str) -> None:
        known, evaluator = self._known, self._known.evaluators.get(name)
        text = known.texts.get(name, evaluator.text if evaluator else name)
        path = (evaluator.file if evaluator else None) or _path_in(text)
        if path is None:
            return
        version = (evaluator.version if evaluator else "") or _version_now(path)
        broken = known.broken.get(name)
        failure = Failure(broken, _snippet(path, broken)) if broken else None
        versions = known.versions[name] = Versions(name, Version(1, evaluator, failure))
        self._files[name] = _File(path, text, "evaluator", version, versions)

    async def begin(self, complain: Callable[[str], object]) -> None:
        """Try out what the lab is started with, and say what is wrong with it."""
        for name, file in self._files.items():
            await self.get_ready([name], file.game)
            for work in list(file.trying.values()):
                await work.task
            tried = file.versions.newest.tried if file.versions else {}
            failure = tried.get(file.game) or file.failure
            if failure:
                complain(failure.text)

    # ── taking up what is edited ─────────────────────────────────────────────────────────────

    async def follow(self) -> None:
        """Take up what was edited since the last question. What takes longer than who asks is to
        wait goes on, and the version before answers."""
        for name, file in self._files.items():
            if file.taking_up is None:
                version = await self._settled(file)
                if version != file.seen and file.taking_up is None:
                    file.taking_up = _begun(self._take_up(name, file, version))
        await _wait_for(file.taking_up for file in self._files.values())

    async def _settled(self, file: _File) -> str:
        """The version of a file that is not being written just now."""
        version = await run_in_threadpool(_version_now, file.path)
        while version != file.seen:
            await asyncio.sleep(_WRITING_SECONDS)
            before, version = version, await run_in_threadpool(_version_now, file.path)
            if version == before:
                break
        return version

    async def _take_up(self, name: str, file: _File, version: str) -> None:
        try:
            content, saved = await run_in_threadpool(_content, file.path), _saved(file.path)
            number = file.number + (content != file.content)
            if file.versions is None:
                await run_in_threadpool(self._take_up_player, name, file)
            else:
                file.versions.add(await self._run(file, number))
            file.seen, file.number = version, number
            if content != file.content:
                file.content, file.saved = content, saved
        except BusyError:  # then at the next question
            return
        finally:
            file.taking_up = None
        await self._tell()

    async def _run(self, file: _File, number: int) -> Version:
        """Run a file where an edit can do no harm, and have it score boards of the game that is
        being played."""
        made, spec = Version(number, None), file.game
        failure = None
        try:
            job = self._thinkers.stream(lab_jobs.load, file.text, spec, seconds=_LONGEST_SECONDS)
            async with aclosing(job) as found:
                async for item in found:
                    made.evaluator = item.get("evaluator", made.evaluator)
                    failure = item.get("failure", failure)
        except KinarowError as error:
            failure = _words(file, error)
        told = await self._failure(file, failure, made.evaluator)
        if made.evaluator is None:
            made.failure = told
        else:
            made.tried[spec] = told
        return made

    async def get_ready(self, names: Collection[str], spec: GameSpec) -> None:
        """Before an evaluator answers for the first time in a game, it scores some boards of it."""
        works = []
        for file in (self._files[name] for name in names if name in self._files):
            if file.versions is None:
                continue
            file.game = spec
            version = file.versions.untried(spec)
            if version is None:
                continue
            key = version.number, spec
            if key not in file.trying:
                file.trying[key] = _begun(self._try(file, version, spec))
            works.append(file.trying[key])
        await _wait_for(works)

    async def _try(self, file: _File, version: Version, spec: GameSpec) -> None:
        failure = None
        try:
            found = await self._thinkers.run(
                lab_jobs.try_on, version.evaluator, spec, seconds=_LONGEST_SECONDS
            )
            failure = found["failure"]
        except BusyError:  # then at the next question
            return
        except KinarowError as error:
            failure = _words(file, error)
        finally:
            del file.trying[version.number, spec]
        version.tried[spec] = await self._failure(file, failure, version.evaluator)
        await self._tell()

    def _take_up_player(self, name: str, file: _File) -> None:
        """A player is another one when its files are, and is made anew by its own process; the one
        before plays on in the process that it has as long as the file is no Python."""
        player = self._known.players[name]
        assert isinstance(player, IsolatedPlayer)
        file.failure = _not_python(file.path)
        if file.failure is None:
            known = replace(player, fingerprint=fingerprint(files_of(player)))
            self._known.players[name] = known
            file.plays = None

    # ── what fails later ─────────────────────────────────────────────────────────────────────

    async def blame(self, evaluator: AnyEvaluator, spec: GameSpec, error: KinarowError) -> bool:
        """Whether an evaluator that was asked has failed as one of these files: it is not asked in
        that game any more."""
        if not isinstance(error, EvaluatorError | LostError | TooLongError):
            return False
        for file in self._files.values():
            version = file.versions and file.versions.of(evaluator)
            if version:
                failure = await self._failure(file, _words(file, error), evaluator)
                version.tried[spec] = version.trouble(spec) or failure
                await self._tell()
                return True
        return False

    async def has_moved(self, name: str, error: KinarowError | None) -> None:
        """A player had to move, and could or could not."""
        file = self._files.get(name)
        if file is None or file.versions is not None:
            return
        if error is None:
            is_known = file.plays is not None
            if not is_known:
                file.plays, file.failure = file.number, None
        else:
            text = str(error)
            # The kind of player comes first where it could not even be made.
            text = text[max(0, text.find(f"{file.path.name}, line ")) :]
            failure = Failure(text, await run_in_threadpool(_snippet, file.path, text))
            is_known = file.failure == failure
            file.plays, file.failure = None, failure
        if not is_known:
            await self._tell()

    async def _failure(
        self, file: _File, words: str | None, evaluator: AnyEvaluator | None
    ) -> Failure | None:
        code = evaluator.in_file.code if evaluator and evaluator.in_file else None
        snippet = await run_in_threadpool(_snippet, file.path, words or "", code)
        return Failure(words, snippet) if words else None

    # ── what is told of it ───────────────────────────────────────────────────────────────────

    def states(self) -> list[dict[str, Any]]:
        """What a page shows of each file."""
        return [
            {
                "name": name,
                "kind": file.kind,
                "file": file.path.name,
                "number": file.number,
                "saved": file.saved,
                **file.told(),
            }
            for name, file in self._files.items()
        ]

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

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
            await self.follow()
            await asyncio.sleep(_LOOK_EVERY_SECONDS)


def _begun(work: Coroutine[Any, Any, None]) -> _Work:
    return _Work(asyncio.ensure_future(work), time.monotonic())


async def _wait_for(works: Iterable[_Work | None]) -> None:
    """Until they are done, but no longer than who asks is to wait."""
    for work in [work for work in works if work]:
        left = work.begun + _PATIENCE_SECONDS - time.monotonic()
        if left > 0:
            await asyncio.wait([work.task], timeout=left)


def _words(file: _File, error: KinarowError) -> str:
    """What went wrong, where it is not the file that says so."""
    if isinstance(error, LostError):
        return f"{file.path.name}: running it ended its process"
    if isinstance(error, TooLongError):
        return (
            f"{file.path.name}: running it takes too long for the lab ({error.seconds:g} seconds)"
        )
    return str(error)


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


def _saved(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except OSError:
        return None


def _not_python(path: Path) -> Failure | None:
    """Why a file cannot be run, without running it."""
    try:
        compile(path.read_bytes(), str(path), "exec")
    except OSError:
        return Failure(f"there is no file {path.name}")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        words = failure_in(path, error)
        return Failure(words, _snippet(path, words))
    return None


def _snippet(path: Path, error: str, code: bytes | None = None) -> str:
    """The line that an error names, of a file or of what was in it."""
    found = _LINE.search(error)
    if found is None or not error.startswith(path.name):
        return ""
    with suppress(OSError):
        read = path.read_bytes() if code is None else code
        lines = read.decode("utf-8", "replace").splitlines()
        if 0 < int(found[1]) <= len(lines):
            return shortened(lines[int(found[1]) - 1].rstrip(), _LONGEST_SNIPPET)
    return ""
