"""Folders for temporary files in which submissions run.

Each is locked by the process that made it. One that is not was left behind by a process that was
killed, and is removed by the next that makes one.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NAME = "kinarow-submission-"
_NEW = "kinarow-new-"


@contextmanager
def working_folder(place: str | None = None) -> Iterator[str]:
    """A folder that ends with the block; in another one, or among the system's. Other users cannot
    see what is in it, but reach what they know the name of."""
    place = place or tempfile.gettempdir()
    _remove_forgotten(Path(place))
    made = tempfile.mkdtemp(prefix=_NEW, dir=place)
    lock = _lock(made)
    os.chmod(made, 0o711)
    # Under its name it is locked from the start, so that nobody takes it for forgotten.
    folder = os.path.join(place, _NAME + os.path.basename(made).removeprefix(_NEW))
    os.rename(made, folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _remove_forgotten(place: Path) -> None:
    for folder in place.glob(f"{_NAME}*"):
        lock = None
        with suppress(OSError):  # it is in use, another user's, or gone
            lock = _lock(str(folder))
            if lock is not None:
                shutil.rmtree(folder)
        if lock is not None:
            os.close(lock)


def _lock(folder: str) -> int | None:
    """An open descriptor that holds the lock, which ends with this process; None on systems that
    cannot lock folders. `OSError` if somebody else holds it."""
    try:
        import fcntl
    except ImportError:
        return None
    # What others put there under such a name may be no folder: opening a pipe would never end.
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        raise
    return opened
