"""A library made of object files, by whatever linker this machine has."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_SECONDS = 120
_AS_LIBRARY = ("-shared", "-nostdlib")


class NotBuiltError(Exception):
    """Why no library was built, in words."""


def linkers() -> Iterator[list[str]]:
    """The beginnings of commands that link, those that are installed; `CC` first, if it is set."""
    chosen = shlex.split(os.environ.get("CC", ""))
    for command in (chosen, ["cc"], ["gcc"], ["clang"]):
        if command and shutil.which(command[0]):
            yield [*command, *_AS_LIBRARY]
    if importlib.util.find_spec("ziglang"):
        yield [sys.executable, "-m", "ziglang", "cc", *_AS_LIBRARY]
    for command in (["ld.lld"], ["ld"]):
        if shutil.which(command[0]):
            yield [*command, "-shared"]


def link(objects: list[Path], library: Path) -> None:
    """Link object files, or raise what the last linker said if none could."""
    said = "there is no linker here (a C compiler, lld, or ziglang from PyPI)"
    for linker in linkers():
        command = [*linker, "-o", str(library), *map(str, objects)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=_SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            said = f"{linker[0]}: {error}"
            continue
        if done.returncode == 0 and library.is_file():
            return
        lines = (done.stderr or done.stdout).strip().splitlines()
        said = f"{linker[0]}: {lines[0] if lines else f'exit code {done.returncode}'}"
    raise NotBuiltError(said)
