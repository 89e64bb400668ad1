"""The keys of what a command prints as JSON, with the kinds of their values."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator

_KEY = re.compile(r"[a-z]{2,}(_[a-z]+)*")
"""Other keys are data: moves, names of players and students, files."""
_KINDS = {str: "text", int: "number", float: "number", bool: "yes or no", type(None): "nothing"}


def key_lines(printed: str) -> list[str]:
    """One line for each path to a value, in the order of the alphabet; what may be of several kinds
    has all that were seen."""
    found: dict[str, set[str]] = defaultdict(set)
    for path, kind in _values("", json.loads(printed)):
        found[path].add(kind)
    return [f"  {path or '(all)'}: {' or '.join(sorted(found[path]))}" for path in sorted(found)]


def _values(path: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        if not value:
            yield path, "no keys"
        for key, inner in value.items():
            yield from _values(f"{path}.{key if _KEY.fullmatch(key) else '*'}".lstrip("."), inner)
    elif isinstance(value, list):
        if not value:
            yield path, "an empty list"
        for inner in value:
            yield from _values(f"{path}[]", inner)
    else:
        yield path, _KINDS[type(value)]
