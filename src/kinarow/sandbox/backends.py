"""The ways to keep a program in that a system may offer."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from kinarow.sandbox.folders import Folder


class Door(Enum):
    """How a sandbox is closed; the first is the best."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    OWN_USER = "own user"

    @property
    def words(self) -> str:
        return _WORDS[self]

    def place_of(self, folder: Folder) -> str:
        """Where a folder is found inside."""
        return folder.inside if self is Door.BUBBLEWRAP else str(folder.source)

    def place_within(self, folders: Iterable[Folder], path: Path) -> str:
        """Where a part of one of these folders is found inside."""
        for folder in reversed([*folders]):  # the last one is shown over those before
            if path.is_relative_to(folder.source):
                return str(Path(self.place_of(folder), path.relative_to(folder.source)))
        return str(path)


_WORDS = {
    Door.BUBBLEWRAP: "bubblewrap: only what is needed is visible; no network, no other processes",
    Door.LANDLOCK: "Landlock and seccomp: files outside can be named but not read; no network",
    Door.OWN_USER: "a user of its own: it reads what all users can read; no network where the "
    "kernel has seccomp",
}
