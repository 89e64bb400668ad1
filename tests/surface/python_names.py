"""What `from kinarow import …` brings, and what else the documentation imports, with signatures."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import textwrap
import types
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, ForwardRef

import kinarow

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(?:python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_MODULE = re.compile(r"\b(?:[a-z_]\w*\.)+(?=\w)")
"""Where something lies, before its name."""
_TERMS = {
    "AnchoredRuns", "Column", "OpenRuns", "Pattern", "Phased", "Squares", "Traps", "Windows",
}  # fmt: skip
"""Users write them down; what they can do is asked by the rooms that use them."""
_BUILT_IN = {Exception, Enum, int, str, tuple}


def python_lines() -> Iterator[str]:
    yield "from kinarow import …"
    for name in sorted(kinarow.__all__):
        yield from _told(name, getattr(kinarow, name))
    for module, names in documented_imports().items():
        yield f"from {module} import …"
        for name in sorted(names):
            value = _found(module, name)
            if name in kinarow.__all__ and value is getattr(kinarow, name):
                yield f"  {name}, as kinarow has it"
            else:
                yield from _told(name, value)


def documented_imports() -> dict[str, set[str]]:
    """By module, the names that pages and notebooks import from below `kinarow`."""
    found: dict[str, set[str]] = {}
    for code in _examples():
        # A block of a page may be more than one program, and need not be a whole one.
        for line in re.findall(r"^\s*(?:>>> |\.\.\. )?(from kinarow\.\S+ import .+)$", code, re.M):
            with suppress(SyntaxError):
                (statement,) = ast.parse(line).body
                assert isinstance(statement, ast.ImportFrom)
                assert statement.module is not None
                names = {alias.name for alias in statement.names}
                found.setdefault(statement.module, set()).update(names)
    return dict(sorted(found.items()))


def _examples() -> Iterator[str]:
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        if "decisions" not in page.parts:
            for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
                yield textwrap.dedent(block)
    for notebook in sorted((ROOT / "docs").rglob("*.ipynb")):
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield "".join(cell["source"])


def _found(module: str, name: str) -> Any:
    within = importlib.import_module(module)
    return getattr(within, name, None) or importlib.import_module(f"{module}.{name}")


def _told(name: str, value: Any) -> Iterator[str]:
    if inspect.ismodule(value):
        own = getattr(value, "__all__", None) or [
            inner
            for inner, one in vars(value).items()
            if getattr(one, "__module__", "") == value.__name__ and not inner.startswith("_")
        ]
        yield f"  module {name}"
        for inner in sorted(own):
            yield from (f"  {line}" for line in _told(inner, getattr(value, inner)))
    elif inspect.isclass(value):
        yield f"  class {name}{_bases(value)}"
        yield from (f"    {line}" for line in _members(value))
    elif callable(value) and hasattr(value, "__name__"):
        yield f"  {name}{_signature(value)}"
    elif name.startswith("__"):
        yield f"  {name}"
    else:
        yield f"  {name}: {type(value).__name__}"


def _bases(cls: type) -> str:
    """Those that users know too, or that say how it behaves."""
    bases = [
        base.__name__
        for base in cls.__mro__[1:]
        if base in _BUILT_IN or getattr(kinarow, base.__name__, None) is base
    ]
    return f"({', '.join(bases)})" if bases else ""


def _members(cls: type) -> Iterator[str]:
    """How one is made, and what a user can ask of one, also by its bases."""
    if issubclass(cls, Enum):
        yield f"= {', '.join(f'{one.name} {one.value!r}' for one in cls)}"
    elif not getattr(cls, "_is_protocol", False):
        with suppress(ValueError):
            yield f"made by {_signature(cls)}"
    if cls.__name__ in _TERMS:
        return
    own: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("kinarow."):
            own.update(_of_one(base))
    yield from (own[name] for name in sorted(own))


def _of_one(cls: type) -> Iterator[tuple[str, str]]:
    for name in inspect.get_annotations(cls):
        if not name.startswith("_"):
            yield name, f".{name}: {_text(inspect.get_annotations(cls)[name])}"
    for name, member in vars(cls).items():
        if name.startswith("_") and not _is_shown_by_notebooks(name):
            continue
        if isinstance(member, property):
            result = inspect.signature(member.fget).return_annotation if member.fget else Any
            yield name, f".{name}: {_text(result)}"
        elif isinstance(member, (classmethod, staticmethod)):
            kind = type(member).__name__
            yield name, f".{name}{_signature(getattr(cls, name))}, {kind}"
        elif isinstance(member, types.FunctionType):
            yield name, f".{name}{_signature(member)}"


def _is_shown_by_notebooks(name: str) -> bool:
    return re.fullmatch(r"_repr_\w+_", name) is not None


def _signature(called: Any) -> str:
    signature = inspect.signature(called)
    parameters = [_parameter(one) for one in _marked(signature.parameters.values())]
    result = signature.return_annotation
    returns = "" if result is inspect.Signature.empty or inspect.isclass(called) else _text(result)
    return f"({', '.join(parameters)}){' -> ' if returns else ''}{returns}"


def _marked(parameters: Iterable[inspect.Parameter]) -> Iterator[inspect.Parameter | str]:
    """With `/` and `*` where Python writes them."""
    before: Any = None
    for one in parameters:
        if before is one.POSITIONAL_ONLY and one.kind is not before:
            yield "/"
        if one.kind is one.KEYWORD_ONLY and before not in (one.KEYWORD_ONLY, one.VAR_POSITIONAL):
            yield "*"
        yield one
        before = one.kind
    if before is inspect.Parameter.POSITIONAL_ONLY:
        yield "/"


def _parameter(one: inspect.Parameter | str) -> str:
    if isinstance(one, str):
        return one
    stars = "*" * (one.kind is one.VAR_POSITIONAL) + "**" * (one.kind is one.VAR_KEYWORD)
    kind = "" if one.annotation is one.empty else f": {_text(one.annotation)}"
    return (
        f"{stars}{one.name}{kind}{'' if one.default is one.empty else f' = {_value(one.default)}'}"
    )


def _value(default: Any) -> str:
    text = repr(default)
    return f"a {type(default).__name__}" if " at 0x" in text or len(text) > 60 else text


def _text(annotation: Any) -> str:
    """An annotation without where its names come from."""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return _MODULE.sub("", text)
