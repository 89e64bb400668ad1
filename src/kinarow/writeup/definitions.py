"""What a Python file defines at its top level, found without running it."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

_LARGEST = 1 << 20
"""How many bytes are taken apart; a larger file, which is mostly data, would take long."""
_SEEMS_TO_DEFINE = r"(?:async\s+)?(?:def\s+{0}\b|{0}\s*[:=])"


def defines(source: bytes, name: str) -> bool:
    """Whether a file defines a name, or seems to, where it is not correct Python."""
    try:
        if len(source) > _LARGEST:
            raise ValueError
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are its author's to see
            return name in _defined(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        lines = source.decode("utf-8", "replace").splitlines()
        return any(_seems_to_define(line, name) for line in lines)


def _seems_to_define(line: str, name: str) -> bool:
    """Looked at in one pass, however long the line is and whatever its author had in mind."""
    if re.match(_SEEMS_TO_DEFINE.format(name), line):
        return True
    _, imports, names = line.partition(" import ") if line.startswith("from ") else ("", "", "")
    return bool(imports) and re.search(rf"\b{name}\b", names) is not None


def _defined(module: ast.Module) -> Iterator[str]:
    """The names, those in conditions and the like included."""
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif not isinstance(node, ast.Lambda | ast.comprehension):  # these have their own names
            waiting.extend(ast.iter_child_nodes(node))
