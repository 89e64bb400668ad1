"""What the warden of a sandbox is told, and what it tells."""

from __future__ import annotations

from typing import Final, NamedTuple

SHORT_OF_MEMORY: Final = "was ended by the system, which was short of memory"
"""The reason, where it is not the program's own use that was too much."""


class WardenSettings(NamedTuple):
    """All that a sandbox is made from; it travels as JSON."""

    door: str
    command: list[str]
    environment: dict[str, str]
    readable: list[tuple[str, str]]
    """Folders and files: where they are, and where they appear."""
    hidden: list[str]
    """Parts of these that are not shown, by where they would appear, if the door can do that."""
    working_folder: str | None
    """Where the command starts; without, in the folder that it can write to."""
    memory: int
    """Bytes, of all processes together."""
    processes: int
    """Threads count, too."""
    scratch: int
    """Bytes that can be written to files."""
