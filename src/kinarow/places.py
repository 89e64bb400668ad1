"""Where kinarow keeps what it makes: the two folders, and nothing outside them."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def cache_root() -> Path:
    """What can be made again, compiled kernels and solved positions: `KINAROW_CACHE_DIR`, or the
    user's cache folder."""
    chosen = os.environ.get("KINAROW_CACHE_DIR")
    return Path(chosen) if chosen else platformdirs.user_cache_path("kinarow", appauthor=False)


def data_root() -> Path:
    """What cannot: the lab's tournaments."""
    return platformdirs.user_data_path("kinarow", appauthor=False)
