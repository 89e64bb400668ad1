"""What a sandbox has of the machine."""

from __future__ import annotations

from typing import NamedTuple

from kinarow.sandbox.limits.cgroups import MemoryGroup
from kinarow.sandbox.limits.cores import stay_on


class MachineShare(NamedTuple):
    """A core, and where it can be had a bound on all memory that the kernel counts."""

    core: int
    group: MemoryGroup | None

    def take(self) -> None:
        """Put this process there, and all that it will start; while it may still do so."""
        from kinarow.sandbox.limits.rlimits import end_first_when_memory_is_short  # Unix only

        end_first_when_memory_is_short()
        stay_on(self.core)
        if self.group is not None:
            self.group.join()
