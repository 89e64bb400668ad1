"""A checksum at the end of a file: damaged machine code would run, and crash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_DIGEST_BYTES: Final = 32


def sealed(data: bytes) -> bytes:
    """What to write, so that damage will be noticed."""
    return data + hashlib.sha256(data).digest()


def unsealed(written: bytes) -> bytes | None:
    """What was sealed; None if that is not what was read."""
    data = written[:-_DIGEST_BYTES]
    return data if sealed(data) == written else None


def damaged_files(files: Iterable[Path]) -> list[Path]:
    """Those whose seal is broken."""
    return [file for file in files if unsealed(file.read_bytes()) is None]
