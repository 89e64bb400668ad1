"""What a command printed and how it exited."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Finished:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Finished]

KINAROW = [sys.executable, "-c", "from kinarow.cli.main import main; main()"]
"""The command as a process of its own."""
