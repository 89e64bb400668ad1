"""Files that are written as a whole, or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from kinarow.errors import KinarowError


def check_writable(path: Path) -> None:
    """Complain about a file that cannot be written: before the work is done, not after."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise KinarowError(f"there is no folder {path.parent}")
    if path.is_dir():
        raise KinarowError(f"{path} is a folder")
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        words = f"nothing can be written to the folder {folder}"
        raise KinarowError(f"{path} cannot be made: {words}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that whoever reads it finds the old one or the new one, even if this program
    is killed, the power fails or another one writes the same file. What a link names is written,
    and the link stays; an existing file keeps its permissions, and its owner where that is allowed.
    A pipe or a device is written to as it is."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    before = target.stat() if target.exists() else None
    unfinished = target.with_name(f"{target.name}.{os.getpid()}-{secrets.token_hex(4)}.unfinished")
    try:
        _write_new(unfinished, data, before)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _write_new(path: Path, data: bytes, like: os.stat_result | None) -> None:
    """Write a file that is not there yet; what replaces a private file is private at all times."""
    mode = 0o666 if like is None else 0o600  # of the first, the umask takes its share
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags, mode), "wb") as file:
        file.write(data)
        file.flush()
        if like is not None:
            _keep_owner_and_mode(file.fileno(), path, like)
        os.fsync(file.fileno())


def _keep_owner_and_mode(file: int, path: Path, like: os.stat_result) -> None:
    if hasattr(os, "fchown"):
        with suppress(OSError):  # only root may give files away
            os.fchown(file, like.st_uid, like.st_gid)
    path.chmod(stat.S_IMODE(like.st_mode))


def _sync_folder(folder: Path) -> None:
    """Make sure that the name, too, is on the disk; some file systems cannot be asked to."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
