"""What is installed here, what is missing, and how to get it: for `kinarow doctor`.

Each thing is tried as it would be used; a thing that fails is one line of the answer and never the
end of it.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

from kinarow.errors import KinarowError
from kinarow.places import cache_root, data_root

State = Literal["ok", "left out", "missing", "old", "broken"]
"""`left out` are extras, which nobody needs who does not use them."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    about: str
    state: State
    detail: str
    remedy: str = ""
    """What to do about it, if anything is to be done."""

    @property
    def is_fine(self) -> bool:
        return self.state in ("ok", "left out")

    def to_json(self) -> dict[str, str]:
        """Plain values for JSON; these keys are a contract with scripts."""
        found = {"about": self.about, "state": self.state, "detail": self.detail}
        return found | ({"remedy": self.remedy} if self.remedy else {})


@dataclass(frozen=True, slots=True)
class Installation:
    """All that was looked at, in groups; `print` shows it, fit for a bug report.

    >>> from kinarow import check_installation
    >>> check_installation(trials=False).groups["This program"][0].about
    'kinarow'
    """

    groups: dict[str, list[Check]] = field(default_factory=dict)

    @property
    def is_fine(self) -> bool:
        """Whether nothing that is needed is missing, old or broken."""
        return all(check.is_fine for group in self.groups.values() for check in group)

    def __str__(self) -> str:
        width = max(len(check.about) for group in self.groups.values() for check in group)
        lines: list[str] = []
        for title, checks in self.groups.items():
            lines += ["", title] if lines else [title]
            for check in checks:
                state = "" if check.state == "ok" else f"{check.state}: "
                lines.append(f"  {check.about:<{width}}  {state}{check.detail}".rstrip())
                if check.remedy:
                    lines.append(f"  {'':<{width}}  → {check.remedy}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON; these keys are a contract with scripts."""
        groups = {title: [c.to_json() for c in checks] for title, checks in self.groups.items()}
        return {"fine": self.is_fine, "groups": groups}


def check_installation(*, trials: bool = True) -> Installation:
    """Look at everything; without `trials` nothing is compiled and no sandbox is started.

    >>> from kinarow import check_installation
    >>> sorted(check_installation(trials=False).groups)[:2]
    ['Files', 'Packages']
    """
    groups = {
        "This program": list(_program()),
        "Packages": list(_packages()),
        "Files": [_folder("caches", cache_root()), _folder("data", data_root()), _book()],
    }
    if trials:
        groups["Tried"] = [
            _tried("compiled search", _search, "pip install --force-reinstall numba"),
            _tried("sandbox", _sandbox, "needed for submissions of others alone", "left out"),
        ]  # fmt: skip
    return Installation(groups)


def _program() -> Iterator[Check]:
    from kinarow import __version__

    yield Check("kinarow", "ok", f"{__version__} in {Path(__file__).parents[1]}")
    yield Check("Python", "ok", f"{platform.python_version()} ({sys.executable})")
    yield Check(
        "system",
        "ok",
        f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} cores",
    )
    yield Check("terminal", "ok", f"writes {sys.stdout.encoding}")
    for name, value in sorted(os.environ.items()):
        if name.startswith(("KINAROW_", "NUMBA_")) and "TOKEN" not in name:
            yield Check(name, "ok", value)


def _packages() -> Iterator[Check]:
    """Each package that kinarow names, and whether it is there and new enough."""
    try:
        lines = metadata.requires("kinarow") or []
    except metadata.PackageNotFoundError:
        yield Check(
            "kinarow", "broken", "Python does not know it as an installed package",
            "install it: pip install kinarow, or in a clone: pip install --editable .",
        )  # fmt: skip
        return
    for line in lines:
        package = re.match(r"[\w.-]+", line)
        extra = re.search(r"extra == ['\"](\w+)['\"]", line)
        oldest = re.search(r">=([\d.]+)", line)
        if package is None or (extra and extra[1] not in _EXTRAS):
            continue
        yield _package(package[0], oldest[1] if oldest else "0", extra[1] if extra else None)


_EXTRAS = {
    "tune": "weights fitted to positions",
    "report": "reports as PDF",
    "cluster": "games on other machines",
    "pettingzoo": "environments for learning",
    "openspiel": "bots for OpenSpiel",
}
"""What users may want besides, and for what; not what developers need."""


def _package(name: str, oldest: str, extra: str | None) -> Check:
    install = f"pip install --upgrade '{f'kinarow[{extra}]' if extra else name}'"
    purpose = f" ({_EXTRAS[extra]})" if extra else ""
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        state: State = "left out" if extra else "missing"
        return Check(name, state, f"not installed{purpose}", install)
    if _numbers(found) < _numbers(oldest):
        return Check(name, "old", f"{found}, needs {oldest} or newer{purpose}", install)
    return Check(name, "ok", f"{found}{purpose}")


def _numbers(version: str) -> tuple[int, ...]:
    """The release of a version as numbers, up to what is no number (rc1)."""
    parts = takewhile(str.isdigit, version.split("."))
    return tuple(int(part) for part in parts)


def _folder(about: str, path: Path) -> Check:
    if not path.exists():
        return Check(about, "ok", f"{path}, made when needed")
    try:
        size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    except OSError as error:
        return Check(about, "broken", f"{path}: {error.strerror}", "delete it, or make it yours")
    if not os.access(path, os.W_OK):
        return Check(about, "broken", f"{path} cannot be written", "make it yours (chown, chmod)")
    return Check(about, "ok", f"{path}, {size / 1e6:.1f} MB")


def _book() -> Check:
    def look_up() -> str:
        from kinarow.game import Position
        from kinarow.solver.book import shipped_book

        book = shipped_book()
        if book.score(Position.from_moves("44")) is None:
            raise KinarowError("it does not know 44")
        return f"{len(book)} positions of Connect Four"

    return _tried("book of openings", look_up, "reinstall kinarow: its files are damaged")


def _search() -> str:
    from kinarow.api.positions import best_move
    from kinarow.game import Position

    return f"{best_move(Position.from_moves('44'), depth=4).nodes} positions looked at"


def _sandbox() -> str:
    from kinarow.sandbox.finding import find_sandbox

    return f"{find_sandbox().value} works"


def _tried(about: str, do: Callable[[], str], remedy: str, state: State = "broken") -> Check:
    try:
        return Check(about, "ok", do())
    except Exception as error:  # whatever it is, it is what the report is about
        words = str(error) or type(error).__name__
        return Check(about, state, words.splitlines()[0], remedy)
