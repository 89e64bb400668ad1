"""What Python code names: the modules that it imports, and the texts that may be names of files.

What is only written, such as a log or a store of games, is no part of what code does, and neither
is what runs only when the file is the program.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_WRITES: Final = re.compile(r"to_\w+|(write|save|dump)\w*")
"""How methods and functions are called that write a file."""
_MODE: Final = re.compile(r"[wax][bt]?")
_IMPORTING: Final = ("import_module", "__import__")
_LARGEST: Final = 64 << 10
"""How many bytes are taken apart."""
_IMPORT_LINE: Final = re.compile(
    rb"^[ \t]{0,99}(?:from[ \t]{1,9}(\.{0,99})([\w.]*)[ \t]{1,9}import[ \t]{1,9}"
    rb"(\([\w, \t\n]{0,999}|[\w, \t]*)|import[ \t]{1,9}([\w., \t]*))",
    re.MULTILINE,
)
"""No part of it can be looked for again and again, whatever is in the file."""
_TEXT_IN_LINE: Final = re.compile(rb"([\"'])([^\"'\\\n]{1,255})\1")


class Import(NamedTuple):
    """A module as it is imported: the parts of its name, seen from so many folders above the file;
    0 is from the folders that Python looks for modules in."""

    parts: tuple[str, ...]
    level: int = 0


def named_in(code: bytes) -> tuple[list[Import], set[str]]:
    """The imports and the texts of code, nothing if it is no Python; what is filled into a text is
    written `{}`. What is large is looked through line by line, and more may be found than is meant:
    Python's own parser takes minutes for some files of a megabyte."""
    if len(code) > _LARGEST:
        return list(_imports_in_lines(code)), _texts_in_lines(code)
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [], set()  # it will not run either
    tree.body = [node for node in tree.body if not _is_main_program(node)]
    return list(_imports(tree)), _texts(tree)


def _imports_in_lines(code: bytes) -> Iterator[Import]:
    for found in _IMPORT_LINE.finditer(code):
        dots, base, imported, plain = (part.decode() for part in found.groups(b""))
        for name in re.findall(r"[\w.]+", plain):
            yield Import(tuple(name.split(".")))
        parts = tuple(filter(None, base.split(".")))
        for name in re.findall(r"\w+", imported):
            yield Import((*parts, name), len(dots))


def _texts_in_lines(code: bytes) -> set[str]:
    texts = (text.decode("utf-8", "replace") for _, text in _TEXT_IN_LINE.findall(code))
    return {re.sub(r"\{[^}]*\}", "{}", text) for text in texts}


def _is_main_program(node: ast.stmt) -> bool:
    """Whether this is `if __name__ == "__main__":`."""
    return isinstance(node, ast.If) and "__main__" in _constants(node.test)


def _imports(tree: ast.AST) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(tuple(alias.name.split("."))) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = tuple(node.module.split(".")) if node.module else ()
            yield from (Import((*base, alias.name), node.level) for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) in _IMPORTING:
            yield from (Import(tuple(name.split("."))) for name in _constants(node))


def _texts(tree: ast.AST) -> set[str]:
    only_written = _only_written(tree)
    skipped = {
        id(part)
        for node in ast.walk(tree)
        if _is_written(node)
        or (isinstance(node, ast.Assign) and only_written & set(_targets(node)))
        for part in ast.walk(node)
    }
    found = set()
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            skipped |= set(map(id, node.values))
            pieces = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            found.add("".join(map(str, pieces)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def _only_written(tree: ast.AST) -> set[str]:
    """The variables that are used for nothing but to say what is written."""
    written = [node for node in ast.walk(tree) if _is_written(node)]
    there = [name for node in written for name in _used(node)]
    places = set(map(id, there))
    elsewhere = {name.id for name in _used(tree) if id(name) not in places}
    return {name.id for name in there} - elsewhere


def _used(node: ast.AST) -> Iterator[ast.Name]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            yield part


def _is_written(node: ast.AST) -> bool:
    """Whether this is `open(…, "w")`, `path.write_text(…)`, `table.to_csv(…)` or the like."""
    if not isinstance(node, ast.Call):
        return False
    name = _called(node)
    if _WRITES.fullmatch(name):
        return True
    return name == "open" and any(_MODE.fullmatch(mode) for mode in _constants(node))


def _called(call: ast.Call) -> str:
    """The last word of what is called."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _constants(node: ast.AST) -> list[str]:
    """The texts that are a part of some code as they are."""
    return [
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def _targets(node: ast.Assign) -> list[str]:
    return [target.id for target in node.targets if isinstance(target, ast.Name)]
