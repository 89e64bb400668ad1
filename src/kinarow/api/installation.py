"""What is installed here, what is missing, and how to get it: for `kinarow doctor`.

Each thing is tried as it would be used; a thing that fails is one line of the answer and never the
end of it.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import metadata
from itertools import takewhile
from pathlib import Path
from typing import Any

from kinarow.api.installed_files import look_at_files
from kinarow.api.validation import Check, State, tried


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
        "Files": look_at_files(),
    }
    if trials:
        groups["Tried"] = [
            tried("compiled search", _search, "pip install --upgrade --force-reinstall kinarow"),
            tried("sandbox", _sandbox, "needed for submissions of others alone", "left out"),
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


def _search() -> str:
    from kinarow.api.positions import best_move
    from kinarow.game import Position

    return f"{best_move(Position.from_moves('44'), depth=4).nodes} positions looked at"


def _sandbox() -> str:
    from kinarow.sandbox.finding import find_sandbox

    return f"{find_sandbox().value} works"
