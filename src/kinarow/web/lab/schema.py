"""The API in the words of OpenAPI."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from kinarow import __version__
from kinarow.web.lab.fields import Field, Schema
from kinarow.web.lab.operations import JSON, LINES, Operation
from kinarow.web.lab.questions import MOST_BYTES

_REFUSALS: Final = {
    "400": "what is wrong, in words",
    "403": "a request from another site, without the token, or for what somebody else began",
    "404": "there is nothing of that name",
    "405": "a method that is not for this",
    "408": "the body took too long",
    "413": "the body is too large",
    "503": "too much is asked at once",
}
_ERROR: Final = {"$ref": "#/components/schemas/Error"}
_KINDS: Final = {
    bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null",
}  # fmt: skip


def openapi(operations: Sequence[Operation]) -> dict[str, Any]:
    """The description of the whole API."""
    shapes: dict[str, Schema] = {"Error": _object({"error": str}, {})}
    paths: dict[str, Any] = {}
    for operation in operations:
        path = operation.path
        at = paths.setdefault(path, {"parameters": _key() if "{key}" in path else []})
        for method in operation.methods:
            at[method.lower()] = {
                "summary": operation.about,
                **_asked(operation, method),
                "responses": _responses(operation, shapes),
            }
    return {
        "openapi": "3.1.0",
        "info": {"title": "kinarow lab", "version": __version__},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": shapes},
    }


def _key() -> list[Schema]:
    return [{"name": "key", "in": "path", "required": True, "schema": {"type": "string"}}]


def _asked(operation: Operation, method: str) -> dict[str, Any]:
    if method == "GET":
        parameters = [
            {"name": one.name, "in": "query", "schema": one.schema(in_address=True)}
            for one in operation.fields
        ]
        return {"parameters": parameters}
    if method == "DELETE":
        return {}
    return {
        "requestBody": {
            "description": f"at most {MOST_BYTES} bytes",
            "required": True,
            "content": {JSON: {"schema": _body(operation.fields)}},
        }
    }


def _body(fields: Iterable[Field[Any]]) -> Schema:
    return {
        "type": "object",
        "properties": {one.name: one.schema() for one in fields},
        "required": [one.name for one in fields if one.is_required],
    }


def _responses(operation: Operation, shapes: dict[str, Schema]) -> dict[str, Any]:
    shape = _shape(operation.answer, shapes) if operation.answer else {"type": "object"}
    told: dict[str, Any] = {"description": "the answer"}
    if operation.media == LINES:
        told = {"description": f"lines of {shape_name(operation.answer)}"}
    if operation.status != 204:
        told["content"] = {operation.media: {"schema": shape} if operation.media == JSON else {}}
    error = {JSON: {"schema": _ERROR}}
    refused = {code: {"description": why, "content": error} for code, why in _REFUSALS.items()}
    return {str(operation.status): told, **refused}


def shape_name(kind: type) -> str:
    """What the shape of an answer is called."""
    return kind.__name__.removesuffix("Json")


def _shape(kind: Any, shapes: dict[str, Schema]) -> Schema:
    """A type; one that has a name is put with the shapes, and referred to."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        said = {"description": inner[1]} if isinstance(inner[1], str) else inner[1]
        return {**_shape(inner[0], shapes), **said}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (Union, UnionType):
        return {"anyOf": [_shape(one, shapes) for one in inner]}
    if origin in (list, tuple):
        return {"type": "array", "items": _shape(inner[0], shapes)}
    if origin is dict:
        values = {} if inner[1] is Any else {"additionalProperties": _shape(inner[1], shapes)}
        return {"type": "object", **values}
    if kind in _KINDS:
        return {"type": _KINDS[kind]}
    name = shape_name(kind)
    if name not in shapes:
        shapes[name] = {}  # it may hold others of its kind
        shapes[name] = _object(get_type_hints(kind, include_extras=True), shapes)
        if kind.__doc__ and kind.__doc__ != dict.__doc__:
            shapes[name]["description"] = kind.__doc__.partition("\n")[0]
    return {"$ref": f"#/components/schemas/{name}"}


def _object(fields: dict[str, Any], shapes: dict[str, Schema]) -> Schema:
    optional = {name for name, kind in fields.items() if get_origin(kind) is NotRequired}
    kinds = {n: get_args(kind)[0] if n in optional else kind for n, kind in fields.items()}
    return {
        "type": "object",
        "properties": {name: _shape(kind, shapes) for name, kind in kinds.items()},
        "required": [name for name in fields if name not in optional],
    }
