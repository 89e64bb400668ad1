"""The devices that a sandboxed program has."""

from typing import Final

DEVICES: Final = ("/dev/null", "/dev/random", "/dev/urandom")
"""Not /dev/zero: mapped shared, it is memory that no process is seen to use. Nor terminals, of
which there is a number for the whole machine."""
