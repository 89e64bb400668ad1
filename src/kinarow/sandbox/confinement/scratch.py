"""A folder that a sandboxed program may write to, where the system cannot bound its size itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

_PLACES = ("/dev/shm", "/tmp")
_OPEN_TO_ALL = ("/dev/shm", "/tmp", "/var/tmp", "/run/lock")
MOST_FILES: Final = 2000
"""Each takes memory of the kernel's, however small it is."""
_A_FILE = 4096
"""What a file or folder takes at least."""


def make_scratch(owner: int | None) -> str:
    place = next(place for place in _PLACES if os.access(place, os.W_OK))
    path = f"{place}/kinarow-{os.urandom(8).hex()}"
    os.mkdir(path, 0o700)
    if owner is not None:
        try:
            os.chown(path, owner, owner)
        except OSError:
            os.rmdir(path)
            raise
    return path


def remove_scratch(scratch: str) -> None:
    with suppress(OSError):
        _remove_folder(scratch)


def remove_left_by(owner: int) -> None:
    """What a user who is not kept out of them has left in folders that are open to all."""
    for entry in _left_in_open_folders(owner):
        with suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                _remove_folder(entry.path)
            else:
                os.unlink(entry.path)


def _remove_folder(folder: str) -> None:
    """However deep it is: what is inside a folder in it is moved up, since paths have an end, and
    so have open files and calls of functions. Nobody writes to it any more."""
    while entries := _entries(folder):
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.path)
                continue
            os.chmod(entry.path, 0o700)  # its maker may have closed it
            for inside in _entries(entry.path):
                if inside.is_dir(follow_symlinks=False):
                    os.chmod(inside.path, 0o700)  # else it cannot be moved
                os.rename(inside.path, f"{folder}/{os.urandom(8).hex()}")
            os.rmdir(entry.path)
    os.rmdir(folder)


def space_taken(scratch: str, owner: int | None, limit: int) -> int:
    """In bytes, with all that `owner` has in folders that are open to all; counting ends above the
    limit, and at a folder that does not let itself be read or lies too deep."""
    taken = files = 0
    try:
        for entry in _all_entries(scratch, owner):
            with suppress(FileNotFoundError):
                taken += max(_A_FILE, entry.stat(follow_symlinks=False).st_blocks * 512)
                files += 1
            if taken > limit or files > MOST_FILES:
                return max(taken, limit + 1)
    except OSError:
        return limit + 1
    return taken


def _all_entries(scratch: str, owner: int | None) -> Iterator[os.DirEntry[str]]:
    waiting = [scratch]
    if owner is not None:
        for entry in _left_in_open_folders(owner):
            if entry.path != scratch:
                yield entry
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
    while waiting:
        for entry in _entries(waiting.pop()):
            yield entry
            with suppress(FileNotFoundError):
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)


def _left_in_open_folders(owner: int) -> Iterator[os.DirEntry[str]]:
    for place in _OPEN_TO_ALL:
        for entry in _entries(place):
            with suppress(FileNotFoundError):  # others remove files there, too
                if entry.stat(follow_symlinks=False).st_uid == owner:
                    yield entry


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
