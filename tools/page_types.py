"""Write src/kinarow/web/static/answers.d.ts: what the lab answers, as the page's types."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kinarow.web.lab.operations import GET
from kinarow.web.lab.routes import LAB
from kinarow.web.lab.schema import openapi, shape_name

WRITTEN = Path(__file__).parents[1] / "src/kinarow/web/static/answers.d.ts"
_KINDS = {"integer": "number"}


def page_types() -> str:
    """All shapes of answers in TypeScript."""
    lines = ["// What the lab answers. Written by tools/page_types.py from web/lab/answers.py.", ""]
    for name, shape in openapi(LAB)["components"]["schemas"].items():
        lines += [*_said(shape), f"export interface {name} {{"]
        required = shape["required"]
        for key, kind in shape["properties"].items():
            lines += [f"  {line}" for line in _said(kind)]
            lines.append(f"  {key}{'' if key in required else '?'}: {_kind(kind)};")
        lines += ["}", ""]
    for way in ("POST", "GET"):
        lines += [f"/** By path, what is answered to {way}; of a stream, each line. */"]
        lines += [f"export interface {way.title()} {{", *_by_path(way), "}", ""]
    return "\n".join(lines)


def _by_path(way: str) -> Iterator[str]:
    for operation in LAB:
        if operation.answer and operation.methods in ((way,), (*GET, way)):
            path, name = operation.path.removeprefix("/"), shape_name(operation.answer)
            if "{key}" in path:
                yield f"  [path: `{path.replace('{key}', '${string}')}`]: {name};"
            else:
                yield f"  {path}: {name};"
            if way == "GET" and operation.fields and "{key}" not in path:
                yield f"  [path: `{path}?${{string}}`]: {name};"


def _said(shape: dict[str, Any]) -> Iterator[str]:
    if "description" in shape:
        yield f"/** {shape['description']} */"


def _kind(shape: dict[str, Any]) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if "enum" in shape:
        return " | ".join(json.dumps(one) for one in shape["enum"])
    if "anyOf" in shape:
        return " | ".join(map(_kind, shape["anyOf"]))
    if shape["type"] == "array":
        inner = _kind(shape["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if shape["type"] == "object":
        values = shape.get("additionalProperties")
        return f"Record<string, {_kind(values) if values else 'any'}>"
    return _KINDS.get(shape["type"], str(shape["type"]))


if __name__ == "__main__":
    WRITTEN.write_text(page_types(), encoding="utf-8")
