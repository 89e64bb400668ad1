"""Wrong tokens: whoever shows many is heard more and more seldom, and nobody else is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

AT_ONCE: Final = 20
"""Wrong tokens from one address before there are pauses: a class may share one."""
SECONDS_EACH: Final = 10.0
"""After those, one token is looked at in so long."""
_MOST_ADDRESSES: Final = 10_000


@dataclass(slots=True)
class Guesses:
    """How many tokens of each address were wrong lately."""

    clock: Callable[[], float] = time.monotonic
    _free_at: dict[str, float] = field(default_factory=dict, repr=False)
    """By address, when all of its wrong tokens are forgotten: each takes its time."""

    def seconds_to_wait(self, address: str) -> float:
        """Before a token from there is looked at again; none is remembered until then."""
        most = (AT_ONCE - 1) * SECONDS_EACH
        return max(0.0, self._free_at.get(address, 0.0) - most - self.clock())

    def was_wrong(self, address: str) -> None:
        now = self.clock()
        begins = max(now, self._free_at.pop(address, now))
        self._free_at[address] = begins + SECONDS_EACH
        while len(self._free_at) > _MOST_ADDRESSES:
            del self._free_at[next(iter(self._free_at))]  # whose last wrong one is the oldest
