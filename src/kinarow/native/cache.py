"""Where compiled kernels are kept.

Numba's own cache looks at the date of the file that holds a kernel, but not at helpers it inlines
from other files nor at constants: edit one of those and the old machine code runs on, silently.
So each state of the sources has a folder of its own, named by a hash of everything that can
reach a kernel.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import time
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent.parent
_UNUSED_AFTER_SECONDS = 30 * 24 * 3600


def sources() -> list[Path]:
    """Every file whose text can end up in a compiled kernel."""
    kernels = [*_PACKAGE.rglob("kernel.py"), *_PACKAGE.rglob("*_kernel.py")]
    return sorted([_PACKAGE / "score.py", *_PACKAGE.glob("native/*.py"), *kernels])


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A hash of all kernel sources, of numba and of Python."""
    digest = hashlib.sha256()
    for word in (version("numba"), version("numpy"), platform.python_version()):
        digest.update(word.encode() + b"\0")
    for path in sources():
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def root() -> Path:
    """The folder of all our caches: `KINAROW_CACHE_DIR`, or the user's cache directory."""
    chosen = os.environ.get("KINAROW_CACHE_DIR")
    return Path(chosen) if chosen else platformdirs.user_cache_path("kinarow", appauthor=False)


@lru_cache(maxsize=1)
def folder() -> Path | None:
    """The cache folder for this state of the sources, or None where nothing can be written."""
    path = root() / "kernels" / fingerprint()
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK):
            return None
        os.utime(path)
    except OSError:
        return None
    _forget_unused(path)
    return path


def _forget_unused(current: Path) -> None:
    """Remove the folders of other states of the sources that nobody used for a month."""
    for other in current.parent.iterdir():
        try:
            unused = time.time() - other.stat().st_mtime > _UNUSED_AFTER_SECONDS
        except OSError:
            continue
        if unused and other != current:
            shutil.rmtree(other, ignore_errors=True)
