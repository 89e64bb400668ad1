"""Files that are written as a whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path


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
