"""Telling a file whose main program starts when it is loaded from a file with a mistake in it."""

from __future__ import annotations

import ast
import traceback
import warnings
from pathlib import Path
from typing import Final

ADVICE: Final = (
    "the main program of {file} ran when the file was loaded; put it under "
    '`if __name__ == "__main__":`'
)

_OPEN_WINDOWS: Final = {"pygame", "tkinter", "_tkinter", "turtle", "curses", "_curses", "pyglet"}
"""Whose errors come from programs that show something."""


def advice(path: Path, code: bytes | None, error: BaseException) -> str:
    """What to do about an error that ended the loading of a file, if it came from the main program
    of that file, or of one beside it that it imports; else nothing."""
    frames = [
        frame
        for frame in traceback.extract_tb(_thrown(error).__traceback__)
        if frame.name == "<module>" and Path(frame.filename).parent == path.parent
    ]
    if not frames:
        return ""
    file, line = Path(frames[-1].filename), frames[-1].lineno or 0
    try:
        source = code if code is not None and file == path else file.read_bytes()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are its author's to see
            tree = ast.parse(source)
    except (OSError, ValueError, SyntaxError):
        return ""
    statement = next((s for s in tree.body if s.lineno <= line <= (s.end_lineno or 0)), None)
    is_program = (
        isinstance(error, EOFError | SystemExit)  # it asked for input, or came to its end
        or type(error).__module__.partition(".")[0] in _OPEN_WINDOWS
        or isinstance(statement, ast.While)
        or _calls_its_own(statement, tree)
        or (isinstance(error, TimeoutError) and not isinstance(statement, _DEFINING))
    )
    return ADVICE.format(file=file.name) if is_program else ""


_DEFINING: Final = ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Import | ast.ImportFrom
"""Statements that a file with functions may well take long for: they are no program."""


def _thrown(error: BaseException) -> BaseException:
    """Where a time limit ended the file is known to the error before the one that tells of it."""
    before = error.__context__
    return before if isinstance(error, TimeoutError) and before is not None else error


def _calls_its_own(statement: ast.stmt | None, tree: ast.Module) -> bool:
    """Whether a statement does no more than call a function that the file defines, as `main()`."""
    match statement:
        case ast.Expr(ast.Call(func=ast.Name(id=name))):
            return any(isinstance(s, ast.FunctionDef) and s.name == name for s in tree.body)
    return False
