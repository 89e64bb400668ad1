"""The library of kernels that were compiled beforehand, as far as it fits this machine.

It lies beside this file, named by the system it is for, by the sources it was made of, and by its
own content: one that is damaged, of another system or older than an edit of a kernel is not even
opened, and numba compiles what is called. `KINAROW_LEVEL` names the level of processors whose code
runs, or "none" for numba.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable
from ctypes import CDLL, byref, c_int, c_int64, c_uint64, c_void_p
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from kinarow.native.exports import exports_fingerprint
from kinarow.native.levels import LEVEL_FUNCTION, LEVELS, Level, symbol_at
from kinarow.native.types import INT, NOTHING, Kind, Signature

FOLDER: Final = Path(__file__).resolve().parent / "built"
CHOSEN: Final = "KINAROW_LEVEL"
NO_LEVEL: Final = "none"
BUILD_COMMAND: Final = "python -m kinarow.native.building"

_SUFFIX: Final = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
_HASH_DIGITS: Final = 16


def system_name() -> str:
    """What a library must have been made for."""
    return f"{sys.platform}-{platform.machine().lower()}"


def name_of(content: bytes) -> str:
    """The name of a library with this content, made of these sources."""
    return f"{_beginning()}{_hash(content)}{_SUFFIX}"


def libraries() -> list[Path]:
    """Those that were made for this system, of whatever sources."""
    return sorted(FOLDER.glob(f"{system_name()}-*{_SUFFIX}"))


def _beginning() -> str:
    return f"{system_name()}-{exports_fingerprint()}-"


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_HASH_DIGITS]


class UnusableError(Exception):
    """Why the library is not used, in words."""


class Library:
    """The kernels for the best level that this machine and the library both have."""

    def __init__(self, path: Path) -> None:
        if name_of(path.read_bytes()) != path.name:
            raise UnusableError(f"{path} is damaged")
        try:
            self._code = CDLL(str(path))
            most = int(self._code[LEVEL_FUNCTION]())
        except (OSError, AttributeError) as error:
            raise UnusableError(f"{path} cannot be loaded: {error}") from None
        self.path, self.level = path, self._chosen(most)

    def _chosen(self, most: int) -> Level:
        possible = [level for level in LEVELS if level.number <= most and self._has(level)]
        name = os.environ.get(CHOSEN)
        if name:
            possible = [level for level in possible if level.name == name]
            if not possible:
                raise UnusableError(
                    f"{CHOSEN}={name} is no level that this machine and library have"
                )
        if not possible:
            raise UnusableError(f"{self.path} has no code that this machine can run")
        return possible[-1]

    def _has(self, level: Level) -> bool:
        return hasattr(self._code, symbol_at(LEVEL_FUNCTION, level))

    def function(self, symbol: str, signature: Signature) -> Callable[..., Any]:
        """A kernel's function, without the interpreter's lock."""
        code = self._code[symbol_at(symbol, self.level)]
        code.restype = c_int
        code.argtypes = [c_void_p, *map(_in_c, signature.arguments)]
        in_c, gives_nothing = _in_c(signature.result), signature.result == NOTHING

        def run(*arguments: int) -> int | None:
            result = in_c()
            if code(byref(result), *arguments):
                raise RuntimeError(f"{symbol} ended with an error")
            return None if gives_nothing else result.value

        return run


def _in_c(kind: Kind) -> Any:
    return c_int64 if kind == INT else c_uint64


def open_library() -> Library | None:
    """The library, if there is one that fits."""
    found = _found()
    return found if isinstance(found, Library) else None


def library_state() -> Library | str:
    """The library, or a sentence why there is none."""
    return _found()


@lru_cache(maxsize=1)
def _found() -> Library | str:
    if os.environ.get(CHOSEN) == NO_LEVEL:
        return f"not used: {CHOSEN}={NO_LEVEL}"
    reason = "there is none for this system"
    try:
        for path in libraries():
            if not path.name.startswith(_beginning()):
                reason = "it is of other sources: a kernel was edited since"
                continue
            try:
                return Library(path)
            except UnusableError as unusable:
                reason = str(unusable)
    except OSError as error:
        reason = f"{FOLDER} cannot be read: {error.strerror}"
    return reason
