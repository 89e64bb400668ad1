"""One thing that `kinarow doctor` looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "left out", "missing", "old", "broken"]
"""`left out` are extras, which nobody needs who does not use them."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    about: str
    state: State
    detail: str
    remedy: str = ""
    """What to do about it, if anything is to be done."""

    @property
    def is_fine(self) -> bool:
        return self.state in ("ok", "left out")

    def to_json(self) -> dict[str, str]:
        """Plain values for JSON; these keys are a contract with scripts."""
        found = {"about": self.about, "state": self.state, "detail": self.detail}
        return found | ({"remedy": self.remedy} if self.remedy else {})


def tried(about: str, do: Callable[[], str], remedy: str, state: State = "broken") -> Check:
    """What came of trying something; whatever it raises is what the report is about."""
    try:
        return Check(about, "ok", do())
    except Exception as error:
        words = str(error) or type(error).__name__
        return Check(about, state, words.splitlines()[0], remedy)
