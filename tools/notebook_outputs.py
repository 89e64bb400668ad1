"""What the cells of a notebook show, as HTML for the documentation site."""

from __future__ import annotations

import ast
import html
import io
from contextlib import redirect_stdout
from typing import Any


def output_of(source: str, names: dict[str, Any]) -> str:
    """Run a cell as a notebook does: what it prints, then what its last line is worth."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = None if last is None else eval(ast.unparse(last), names)
    parts = [_text(printed.getvalue())] if printed.getvalue() else []
    if value is not None:
        parts.append(_shown(value))
    return "".join(parts)


def _shown(value: object) -> str:
    for form in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, form):
            return str(getattr(value, form)())
    return _text(repr(value))


def _text(words: str) -> str:
    return f"<pre>{html.escape(words)}</pre>"
