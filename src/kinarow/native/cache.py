"""Where compiled kernels are kept.

Numba's own cache looks at the date of the file that holds a kernel, but not at helpers it inlines
from other files nor at constants: edit one of those and the old machine code runs on, silently.
So each state of the sources has a folder of its own, named by a hash of everything that can
reach a kernel.

What is read from there is run. So the folder must be its user's own: one that belongs to another
user, or that others can write to, is left alone, and one under the folder for temporary files takes
its place. A sandboxed process is given the folder of the process that started it, to read.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import stat
import tempfile
import time
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Final

from kinarow.places import cache_root

PACKAGE: Final = Path(__file__).resolve().parent.parent
_UNUSED_AFTER_SECONDS = 30 * 24 * 3600


def sources() -> list[Path]:
    """Every file whose text can end up in a compiled kernel."""
    kernels = [*PACKAGE.rglob("kernel.py"), *PACKAGE.rglob("*_kernel.py")]
    return sorted([PACKAGE / "score.py", *PACKAGE.glob("native/**/*.py"), *kernels])


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A hash of all kernel sources, of numba and of Python."""
    from importlib.metadata import version  # takes a while, and a library does without

    words = (version("numba"), version("numpy"), platform.python_version())
    return hash_of(sources(), "\0".join(words))


def hash_of(paths: list[Path], also: str = "") -> str:
    """A hash of files of this package, and of some words."""
    digest = hashlib.sha256(also.encode() + b"\0")
    for path in paths:
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


GIVEN: Final = "KINAROW_KERNELS"
"""The environment variable by which a sandboxed process is told where kernels can be read."""


@lru_cache(maxsize=1)
def folder() -> Path | None:
    """The cache folder for this state of the sources, or None where nothing can be written."""
    given = os.environ.get(GIVEN)
    if given is not None:
        return Path(given)
    path = _made(cache_root())
    if isinstance(path, Path):
        return path
    if path is None:
        return None
    instead = _made(Path(tempfile.gettempdir()) / f"kinarow-{_user()}")
    used = f"{instead} is used instead" if isinstance(instead, Path) else "none is used"
    warnings.warn(f"the cache {path}: {used}", RuntimeWarning, stacklevel=2)
    return instead if isinstance(instead, Path) else None


def kept_in() -> Path:
    """The folder for this state of the sources, whether it is there or not."""
    return cache_root() / "kernels" / fingerprint()


def why_not_used() -> str | None:
    """Why kernels are not kept there, in words; None if they are, or will be."""
    path = kept_in()
    for place in (path.parent.parent, path.parent, path):
        if not place.exists():
            break
        problem = _why_not_trusted(place)
        if problem or not os.access(place, os.W_OK):
            return problem or f"{place} cannot be written"
    return None


def _made(root: Path) -> Path | str | None:
    """The folder below this one, made if need be; words if it cannot be trusted, None if it cannot
    be written."""
    path = root / "kernels" / fingerprint()
    try:
        for place in (root, path.parent, path):
            # Whoever can write to a folder above can put another one in its place.
            place.mkdir(mode=0o755, parents=place == root, exist_ok=True)
            problem = _why_not_trusted(place)
            if problem:
                return problem
        if not os.access(path, os.W_OK):
            return None
        os.utime(path)
    except OSError:
        return None
    _forget_unused(path)
    return path


def _why_not_trusted(place: Path) -> str | None:
    if not hasattr(os, "getuid"):  # another system, with other rights
        return None
    state = place.stat()
    if state.st_uid != os.getuid():
        return f"{place} belongs to another user"
    if state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"{place} can be written by other users (chmod go-w {place})"
    return None


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _forget_unused(current: Path) -> None:
    """Remove the folders of other states of the sources that nobody used for a month."""
    for other in current.parent.iterdir():
        try:
            unused = time.time() - other.stat().st_mtime > _UNUSED_AFTER_SECONDS
        except OSError:
            continue
        if unused and other != current:
            shutil.rmtree(other, ignore_errors=True)
