"""Files that are written as a whole, or not at all."""

from __future__ import annotations

import os
import tempfile
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
    is killed or another one writes the same file. A pipe or a device is written to as it is."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
