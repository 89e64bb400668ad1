"""Functions whose files are edited while the lab runs: the last version that works is in use."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool

from kinarow.errors import KinarowError
from kinarow.evaluation.user import version_of
from kinarow.web import lab_jobs
from kinarow.web.fair_queue import BusyError
from kinarow.web.questions import Known
from kinarow.web.thinkers import LostError, Thinkers

_LONGEST_SECONDS: Final = 10.0


@dataclass(slots=True)
class _File:
    path: Path
    text: str
    """What names the function in it."""
    seen: str
    """The version that was looked at last, whether it works or not."""


class OwnFiles:
    """The files of the functions that a lab was started with."""

    def __init__(self, known: Known, thinkers: Thinkers) -> None:
        self._known, self._thinkers = known, thinkers
        self._files = {
            name: _File(evaluator.file, evaluator.text, evaluator.version)
            for name, evaluator in known.evaluators.items()
            if evaluator.file is not None
        }

    async def follow(self) -> None:
        """Take up what was edited since the last question."""
        for name, file in self._files.items():
            version = await run_in_threadpool(_version_now, file.path)
            if version == file.seen:
                continue
            # Who asks while it is being run is answered by the version before.
            before, file.seen = file.seen, version
            try:
                await self._load(name, file)
            except BaseException:
                file.seen = before
                raise

    async def _load(self, name: str, file: _File) -> None:
        """Run a file where an edit can do no harm, and use it from now on if it works."""
        try:
            found = await self._thinkers.run(lab_jobs.load, file.text, seconds=_LONGEST_SECONDS)
        except BusyError:
            raise
        except LostError:
            found = {"error": f"{file.path.name}: running it ended its process"}
        except KinarowError:
            found = {"error": f"{file.path.name}: running it takes too long for the lab"}
        if "error" in found:
            self._known.troubles[name] = found["error"]
        else:
            self._known.evaluators[name] = found["evaluator"]
            self._known.troubles.pop(name, None)


def _version_now(path: Path) -> str:
    try:
        return version_of(path, path.read_bytes())
    except OSError:
        return ""
