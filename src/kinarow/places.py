"""Where kinarow keeps what it makes: the two folders, and nothing outside them."""

from __future__ import annotations

import os
from pathlib import Path


def cache_root() -> Path:
    """What can be made again, compiled kernels and solved positions: `KINAROW_CACHE_DIR`, or the
    user's cache folder."""
    chosen = os.environ.get("KINAROW_CACHE_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_cache_path("kinarow", appauthor=False)


def data_root() -> Path:
    """What cannot: the lab's tournaments."""
    import platformdirs

    return platformdirs.user_data_path("kinarow", appauthor=False)
