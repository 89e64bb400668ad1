"""What a file defines, where running all of it fails or starts a program: its imports that work,
functions, classes and constants. What it needs and does not find then is told when it is called."""

from __future__ import annotations

import ast
import importlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

DRAW_OR_PLAY: Final = frozenset(
    (
        "pygame", "pygame_menu", "pygame_gui", "tkinter", "_tkinter", "Tkinter", "turtle",
        "curses", "_curses", "pyglet", "arcade", "playsound", "simpleaudio", "winsound",
        "colorama", "termcolor", "pyfiglet", "kivy", "wx", "PyQt5", "PyQt6", "PySide6",
        "matplotlib", "cv2", "graphics", "easygui", "pyautogui",
    )
)  # fmt: skip
"""Modules that only show something or make a noise: where they are missing, they stand empty."""
_PURE: Final = frozenset({"math", "numpy", "np"})
"""Modules whose functions may make a constant."""
_MOST_NAMED: Final = 4
_CALLABLE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

_CONSTANT: Final = (
    ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Name, ast.BinOp, ast.UnaryOp,
    ast.BoolOp, ast.Compare, ast.IfExp, ast.Subscript, ast.Slice, ast.Load, ast.Store, ast.operator,
    ast.unaryop, ast.boolop, ast.cmpop, ast.Attribute, ast.Call, ast.keyword, ast.ListComp,
    ast.comprehension, ast.Starred,
)  # fmt: skip
_CALLED: Final = frozenset(
    (
        "range", "len", "list", "tuple", "dict", "set", "min", "max", "sum", "sorted", "zip",
        "enumerate", "abs", "int", "float", "round", "frozenset", "reversed", "map",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TakenApart:
    """What became of a file's statements."""

    lines: tuple[tuple[int, int], ...]
    """From where to where those go that were left out."""
    missing: tuple[str, ...]
    """Modules that stand empty."""
    found: bool
    """Whether there was a function or a class."""

    def words(self, path: Path) -> str:
        """One line on what was left."""
        said = [f"{name} is not installed here" for name in self.missing]
        if self.lines:
            spans = [str(a) if a == b else f"{a}–{b}" for a, b in self.lines]
            more = len(spans) - _MOST_NAMED
            spans = spans[:_MOST_NAMED] + ([f"{more} more places"] if more > 0 else [])
            word = (
                "line" if len(self.lines) == 1 and self.lines[0][0] == self.lines[0][1] else "lines"
            )
            said.append(f"its main program was not run ({word} {', '.join(spans)})")
        return f"{path.name}: its functions, classes and constants are used; {' and '.join(said)}"


def is_missing_here(error: BaseException) -> bool:
    """Whether a file failed for want of a module that only draws or plays sounds."""
    return isinstance(error, ModuleNotFoundError) and _root(error.name or "") in DRAW_OR_PLAY


def run_definitions(module: ModuleType, code: bytes, path: Path) -> TakenApart:
    """Run what a file defines, in a module that is still empty."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are its author's to see
        tree = ast.parse(code, str(path))
    space, left, missing = vars(module), list[ast.stmt](), dict[str, None]()
    known: set[str] = set()
    for statement in _statements(tree.body):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            missing |= dict.fromkeys(_import(statement, space, path))
            continue
        if not _defines(statement, known):
            if not _is_text(statement):
                left.append(statement)
            continue
        try:
            _run(statement, space, path)
        except Exception:
            left.append(statement)
            continue
        known |= _names(statement)
    found = any(isinstance(s, _CALLABLE) for s in tree.body if s not in left)
    return TakenApart(tuple(_spans(left)), tuple(missing), found)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a file, and of a `try` around imports."""
    for statement in body:
        if isinstance(statement, ast.Try) and all(
            isinstance(s, ast.Import | ast.ImportFrom) for s in statement.body
        ):
            yield from statement.body
        elif not (isinstance(statement, ast.If) and _is_guard(statement)):
            yield statement


def _is_guard(statement: ast.If) -> bool:
    """`if __name__ == "__main__":`, which is no part of what is run anyway."""
    return "__name__" in ast.dump(statement.test)


def _import(statement: ast.Import | ast.ImportFrom, space: dict[str, Any], path: Path) -> list[str]:
    """Import what can be; of what only draws, an empty stand-in. Says which are missing."""
    try:
        _run(statement, space, path)
    except ImportError as error:
        from_module = statement.module if isinstance(statement, ast.ImportFrom) else None
        names = [from_module or ""] if from_module else [a.name for a in statement.names]
        if not any(_root(name) in DRAW_OR_PLAY for name in names):
            raise
        missing = []
        for alias in statement.names:
            name = from_module or alias.name
            if _root(name) not in DRAW_OR_PLAY:
                space[alias.asname or _root(alias.name)] = importlib.import_module(alias.name)
                continue
            if alias.name != "*":
                space[alias.asname or _root(alias.name)] = _Empty(_root(name))
            missing.append(_root(error.name or name))
        return missing
    return []


def _defines(statement: ast.stmt, known: set[str]) -> bool:
    """Whether a statement only gives a name to a function, a class or a constant."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return True
        case ast.Assign(targets=targets, value=value):
            return all(map(_is_name, targets)) and _is_constant(value, known)
        case ast.AnnAssign(target=target, value=value):
            return _is_name(target) and (value is None or _is_constant(value, known))
    return False


def _is_name(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) or (
        isinstance(target, ast.Tuple) and all(map(_is_name, target.elts))
    )


def _is_constant(value: ast.expr, known: set[str]) -> bool:
    """Whether an expression is made of literals, other constants and what numpy makes of them."""
    bound = {
        n.id for n in ast.walk(value) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    for node in ast.walk(value):
        if not isinstance(node, _CONSTANT):
            return False
        if isinstance(node, ast.Name) and node.id not in known | bound | _PURE | _CALLED:
            return False
        if isinstance(node, ast.Attribute) and "random" in node.attr:
            return False
        if isinstance(node, ast.Call) and not _may_be_called(node.func):
            return False
    return True


def _may_be_called(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name):
            return name in _CALLED
        case ast.Attribute(value=ast.Name(id=name)):
            return name in _PURE
    return False


def _names(statement: ast.stmt) -> set[str]:
    """The constants that a statement has given names to."""
    match statement:
        case ast.Assign(targets=targets):
            found = (n for target in targets for n in ast.walk(target))
            return {n.id for n in found if isinstance(n, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _run(statement: ast.stmt, space: dict[str, Any], path: Path) -> None:
    one = ast.Module([statement], type_ignores=[])
    exec(compile(one, str(path), "exec", dont_inherit=True), space)  # noqa: S102


def _spans(left: list[ast.stmt]) -> Iterator[tuple[int, int]]:
    """The lines of statements, those that follow each other as one."""
    begin = end = 0
    for statement in left:
        if end and statement.lineno > end + 3:
            yield begin, end
            begin = 0
        begin = begin or statement.lineno
        end = statement.end_lineno or statement.lineno
    if end:
        yield begin, end


def _root(name: str) -> str:
    return name.partition(".")[0]


class _Empty:
    """Stands where a module is missing: it has all names, and nothing can be done with them."""

    def __init__(self, name: str) -> None:
        self.__name = name

    def __getattr__(self, name: str) -> _Empty:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __mro_entries__(self, bases: object) -> tuple[type, ...]:
        return ()

    def __call__(self, *arguments: object, **named: object) -> NoReturn:
        raise ModuleNotFoundError(f"No module named {self.__name!r}", name=self.__name)

    def __bool__(self) -> NoReturn:
        self()
