"""Which files a user's Python file uses: the modules that it imports from its folder, the data
files that it opens there, and what those use in turn.

Nothing is run to find out: a file is used if the code names it, as an import or in a text such as
`"weights.json"`, `f"table_{n}.npy"` or `"*.txt"`. That finds more rather than less, also what is
opened only in the middle of a game.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fnmatch import translate
from functools import reduce
from pathlib import Path, PurePosixPath
from typing import Final

_MOST_LISTED: Final = 2000
"""How many files of a folder are looked at, the nearest first."""
_LONGEST_NAME: Final = 255
_HOLE: Final = re.compile(r"%[\w.]+|\{[^}]*\}")
"""What `%` and `format` fill in."""
_COMPILED: Final = (".so", ".pyd")


def fingerprint(files: Iterable[Path]) -> str:
    """Of what is in these files and in all that they use, so that an edited player is another
    one."""
    digest = hashlib.sha256()
    for file in files:
        for used in used_files(file):
            with suppress(OSError), used.open("rb") as opened:  # gone, or not for us to read
                digest.update(hashlib.file_digest(opened, "sha256").digest())
    return digest.hexdigest()[:16]


def used_files(file: Path) -> list[Path]:
    """A Python file, and what it uses, in an order that depends on the files alone."""
    file = file.resolve()
    folder = _Folder(file.parent)
    found, waiting = {file}, [file]
    while waiting:
        here = waiting.pop()
        if here.suffix == ".py":
            new = set(folder.used_by(here)) - found
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

    def used_by(self, file: Path) -> Iterator[Path]:
        try:
            tree = ast.parse(file.read_bytes())
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return  # it will not run either
        for module in _imported(tree, file, self.root):
            yield from self._modules(module)
        texts = {text for text in _texts(tree) if 0 < len(text) <= _LONGEST_NAME}
        for text in texts:
            yield from self._named(text)
        yield from self._like(texts)

    def _modules(self, parts: tuple[str, ...]) -> Iterator[Path]:
        """The files of a module and of the packages that it is in."""
        for length in range(1, len(parts) + 1):
            name = "/".join(parts[:length])
            for form in (f"{name}.py", f"{name}/__init__.py"):
                if form in self.files:
                    yield self.files[form]
            for known, path in self.files.items():
                if known.startswith(f"{name}.") and path.suffix in _COMPILED:
                    yield path

    def _named(self, text: str) -> Iterator[Path]:
        """The files that a text names, wherever they are, or all data of the folder it names."""
        yield from self.called.get(text.strip("./"), ())
        with suppress(OSError, ValueError):
            path = self.root / text
            if path.is_file():
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
            found += (path for path in kept if path.is_file())
            folders += (path for path in kept if path.is_dir() and not path.is_symlink())
    return found[:_MOST_LISTED]


def _imported(tree: ast.AST, file: Path, root: Path) -> Iterator[tuple[str, ...]]:
    """The modules that code imports, as the parts of their names, seen from the root."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            package: tuple[str, ...] = ()
            if node.level:
                above = reduce(lambda path, _: path.parent, range(node.level), file)
                if not above.is_relative_to(root):
                    continue
                package = above.relative_to(root).parts
            base = (*package, *(node.module or "").split(".")) if node.module else package
            for alias in node.names:
                yield (*base, alias.name)


def _texts(tree: ast.AST) -> set[str]:
    """The texts in code; what is filled into them is written `{}`. What is only opened to be
    written, such as a log, is no part of the code."""
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) or _is_written(node)
        for part in ast.walk(node)
        if part is not node
    }
    found = set()
    for node in ast.walk(tree):
        if id(node) in parts:
            continue
        if isinstance(node, ast.JoinedStr):
            pieces = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            found.add("".join(map(str, pieces)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def _is_written(node: ast.AST) -> bool:
    """Whether this is `open(…, "w")`, `path.write_text(…)` or the like."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    name = function.id if isinstance(function, ast.Name) else ""
    name = function.attr if isinstance(function, ast.Attribute) else name
    if name in ("write_text", "write_bytes"):
        return True
    modes = [*node.args, *(word.value for word in node.keywords if word.arg == "mode")]
    return name == "open" and any(
        isinstance(mode, ast.Constant)
        and isinstance(mode.value, str)
        and re.fullmatch(r"[wax][bt]?", mode.value)
        for mode in modes
    )
