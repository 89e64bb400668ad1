"""Which files the library of kernels is made of: those with exports, and all that these import.

An edit of any other kernel leaves the library as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from kinarow.native.cache import PACKAGE, hash_of, sources

_HAS_EXPORTS: Final = re.compile(r"^@export\(", re.MULTILINE)
_IMPORTED: Final = re.compile(r"^from (kinarow\.[\w.]+) import", re.MULTILINE)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


@lru_cache(maxsize=1)
def _texts() -> dict[str, tuple[Path, str]]:
    return {module_name(path): (path, path.read_text(encoding="utf-8")) for path in sources()}


def exporting_modules() -> list[str]:
    """The names of the files with exports."""
    return [name for name, (_, text) in _texts().items() if _HAS_EXPORTS.search(text)]


@lru_cache(maxsize=1)
def exports_fingerprint() -> str:
    """A hash of all that can reach the library."""
    texts, reached = _texts(), set[str]()
    left = [*exporting_modules(), *(name for name in texts if name.startswith("kinarow.native."))]
    while left:
        name = left.pop()
        if name in texts and name not in reached:
            reached.add(name)
            left += _IMPORTED.findall(texts[name][1])
    return hash_of(sorted(texts[name][0] for name in reached))
