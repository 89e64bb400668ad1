"""The devices that a sandboxed program has."""

from typing import Final

DEVICES: Final = ("/dev/null", "/dev/random", "/dev/urandom")
"""Not /dev/zero: mapped shared, it is memory that no process is seen to use. No terminals either, of
which there is a number for the whole machine."""
