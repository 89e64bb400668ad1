"""Which files a user's Python file uses: the modules that it imports from its folder, the data
files that it opens there, and what those use in turn.

Nothing is run to find out: a file is used if the code names it, as an import or in a text such as
`"weights.json"`, `f"table_{n}.npy"` or `"*.txt"`. That finds more rather than less, also what is
opened only in the middle of a game.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from fnmatch import translate
from pathlib import Path, PurePosixPath
from typing import Final

from kinarow.players.user.named_in_code import Import, named_in

_MOST_LISTED: Final = 2000
"""How many files of a folder are looked at, the nearest first."""
_LONGEST_NAME: Final = 255
_HOLE: Final = re.compile(r"%[\w.]+|\{[^}]*\}")
"""What `%` and `format` fill in."""
_MODULES: Final = (".py", ".so", ".pyd")
_DATABASE: Final = b"SQLite format 3"
"""So begins what kinarow keeps games in. A program names it, and it changes with every game."""


def fingerprint(files: Iterable[Path]) -> str:
    """Of what is in these files and in all that they use, so that an edited player is another
    one."""
    digest = hashlib.sha256()
    for file in files:
        for used in used_files(file):
            with suppress(OSError), used.open("rb") as opened:  # gone, or not for us to read
                digest.update(hashlib.file_digest(opened, "sha256").digest())
    return digest.hexdigest()[:16]


def used_files(file: Path, apart_from: Collection[Path] = ()) -> list[Path]:
    """A Python file, and what it uses, in an order that depends on the files alone; without those
    that it is to be kept apart from, and what only they use."""
    file = file.resolve()
    folder = _Folder(file.parent)
    found, waiting = {file}, [file]
    while waiting:
        here = waiting.pop()
        if here.suffix == ".py":
            new = set(folder.used_by(here)) - found - set(apart_from)
            found |= new
            waiting += new
    return [file, *sorted(found - {file})]


class _Folder:
    """The files that a user's file may use, by what code calls them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = {path.relative_to(root).as_posix(): path for path in _listed(root)}
        self.called: dict[str, list[Path]] = defaultdict(list)
        """By path, by name, and data also by the folders that it is in."""
        for known, path in self.files.items():
            folders = () if path.suffix == ".py" else PurePosixPath(known).parents[:-1]
            for text in {known, path.name, *map(str, folders)}:
                self.called[text].append(path)
        self.modules: dict[str, list[Path]] = defaultdict(list)
        """By the last part of their names."""
        for known, path in self.files.items():
            if path.suffix in _MODULES and known != "__init__.py":
                named = path.parent if path.stem == "__init__" else path
                self.modules[named.name.partition(".")[0]].append(path)

    def used_by(self, file: Path) -> Iterator[Path]:
        try:
            imports, texts = named_in(file.read_bytes())
        except OSError:
            return
        for module in imports:
            yield from self._modules(module, file)
        names = {text for text in texts if 0 < len(text) <= _LONGEST_NAME}
        for name in names:
            yield from self._named(name)
        yield from self._like(names)

    def _modules(self, module: Import, file: Path) -> Iterator[Path]:
        """The files of a module and of the packages that it is in, wherever in the folder they are:
        code may add to the places in which Python looks for them."""
        parts = module.parts
        if module.level:
            above = file.parents[min(module.level, len(file.parents)) - 1]
            if not above.is_relative_to(self.root):
                return
            parts = (*above.relative_to(self.root).parts, *parts)
        for length in range(1, len(parts) + 1):
            for path in self.modules[parts[length - 1]]:
                place = path.parent if path.stem == "__init__" else path
                *folders, _ = place.relative_to(self.root).parts
                if tuple(folders[len(folders) - length + 1 :]) == parts[: length - 1]:
                    yield path

    def _named(self, text: str) -> Iterator[Path]:
        """The files that a text names, wherever they are, or all data of the folder it names."""
        yield from self.called.get(text.strip("./"), ())
        with suppress(OSError, ValueError):
            path = self.root / text
            if path.is_file() and not _is_database(path):
                yield path.resolve()

    def _like(self, texts: Iterable[str]) -> Iterator[Path]:
        """The files that are named like one of the texts that have holes, or that are endings."""
        patterns = (
            f"*{text}" if re.fullmatch(r"\.\w+", text) else _HOLE.sub("*", text).lstrip("./")
            for text in texts
        )
        forms = [translate(p) for p in patterns if set(p) & set("*?[") and re.search(r"\w", p)]
        means = re.compile("|".join(forms)) if forms else None
        for known, path in self.files.items():
            if means and (means.match(known) or means.match(path.name)):
                yield path


def _listed(root: Path) -> list[Path]:
    """The files of a folder and of those in it, without what is hidden or a cache."""
    found: list[Path] = []
    folders = [root]
    while folders and len(found) < _MOST_LISTED:
        with suppress(OSError):
            inside = sorted(folders.pop(0).iterdir())
            kept = [p for p in inside if not p.name.startswith(".") and p.name != "__pycache__"]
            found += (path for path in kept if path.is_file() and not _is_database(path))
            folders += (path for path in kept if path.is_dir() and not path.is_symlink())
    return found[:_MOST_LISTED]


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False
