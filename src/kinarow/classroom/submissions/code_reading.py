"""What code of strangers defines, and what it is like: asked of a process that has limits."""

from __future__ import annotations

import atexit
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

LARGEST: Final = 64 << 10
"""How many bytes are taken apart to see what a file defines; a larger one is mostly data."""
LARGEST_TO_COMPARE: Final = 256 << 10
_PROCESS: Final = Path(__file__).with_name("code_process.py")
_SEEMS_TO_DEFINE: Final = r"(?:async\s+)?(?:def\s+{0}\b|{0}\s*[:=])"


def defines(source: bytes, names: Collection[str]) -> set[str]:
    """Which of these names a file defines at its top level, or seems to, where it is not correct
    Python, too large, or takes too long to read."""
    wanted = {name for name in names if name.encode() in source}
    if not wanted:
        return wanted
    found = _all_defined(source) if len(source) <= LARGEST else None
    if found is not None:
        return wanted & found
    lines = source.decode("utf-8", "replace").splitlines()
    return {name for name in wanted if any(_seems_to_define(line, name) for line in lines)}


@lru_cache(maxsize=256)
def _all_defined(source: bytes) -> frozenset[str] | None:
    found = _reader.ask("defined", source)
    return None if found is None else frozenset(found)


def fingerprints(source: bytes) -> set[int]:
    """Hashes that stand for a file's code, whatever its names, numbers and comments are; nothing
    for one that takes too long."""
    return set(_reader.ask("fingerprints", source[:LARGEST_TO_COMPARE]) or ())


def _seems_to_define(line: str, name: str) -> bool:
    """Looked at in one pass, however long the line is and whatever its author had in mind."""
    if re.match(_SEEMS_TO_DEFINE.format(name), line):
        return True
    _, imports, names = line.partition(" import ") if line.startswith("from ") else ("", "", "")
    return bool(imports) and re.search(rf"\b{name}\b", names) is not None


class _Reader:
    """The process, started when it is first asked, and again after one that was ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def ask(self, what: str, source: bytes) -> Any:
        """The answer, or None if there is none within the limits."""
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", str(_PROCESS)], stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                )  # fmt: skip
            told, answers = self._process.stdin, self._process.stdout
            assert told is not None
            assert answers is not None
            try:
                told.write(json.dumps([what, len(source)]).encode() + b"\n" + source)
                told.flush()
                return json.loads(answers.readline())
            except (OSError, ValueError):
                self._end()
                return None

    def end(self) -> None:
        with self._lock:
            self._end()

    def forget(self) -> None:
        """In a copy of this process, which has no part in the talk of the original."""
        self._process, self._lock = None, threading.Lock()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


_reader = _Reader()
atexit.register(_reader.end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reader.forget)
