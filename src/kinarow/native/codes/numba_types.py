"""What numba knows the types of kernels, their words and their instructions by."""

from __future__ import annotations

from functools import singledispatch
from typing import Any, Final

from numba import types
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from kinarow.native.codes import board_access, intrinsics, lanes, wide
from kinarow.native.instruction import Instruction
from kinarow.native.types import (
    ArrayKind,
    FunctionKind,
    Kind,
    PairKind,
    RecordKind,
    Signature,
)
from kinarow.native.words import Int, Word

_NAMED: Final[dict[str, Any]] = {
    "int": types.int64,
    "word": types.uint64,
    "boolean": types.boolean,
    "nothing": types.void,
    "number": types.float64,
    "wide": wide.WIDE,
}
_IN_ARRAYS: Final[dict[str, Any]] = {
    "bytes": types.int8,
    "small_ints": types.int32,
    "ints": types.int64,
    "words": types.uint64,
}


@singledispatch
def numba_type(kind: Kind) -> Any:
    """A type of kernels as numba's."""
    return _NAMED[kind.name]


@numba_type.register
def _(kind: ArrayKind) -> Any:
    return types.Array(_IN_ARRAYS[kind.name], kind.dimensions, "C")


@numba_type.register
def _(kind: PairKind) -> Any:
    return types.UniTuple(numba_type(kind.member), 2)


@numba_type.register
def _(kind: RecordKind) -> Any:
    members = tuple(map(numba_type, kind.members))
    if len(set(members)) == 1:  # numba tells these from others
        return types.NamedUniTuple(members[0], len(members), kind.named_tuple)
    return types.NamedTuple(members, kind.named_tuple)


@numba_type.register
def _(kind: FunctionKind) -> Any:
    return types.FunctionType(numba_signature(kind.signature))


def numba_signature(signature: Signature) -> Any:
    """A signature of kernels as numba's."""
    return numba_type(signature.result)(*map(numba_type, signature.arguments))


@typeof_impl.register(Word)
def _word(_word: Word, _context: Any) -> Any:
    return types.uint64


@typeof_impl.register(Int)
def _int(_int: Int, _context: Any) -> Any:
    return types.int64


@typeof_impl.register(type(Word))
def _cast(kind: type, _context: Any) -> Any:
    return types.NumberClass(types.uint64 if kind is Word else types.int64)


_CODES: Final = {
    f"kinarow.native.{codes.__name__.rpartition('.')[2]}": codes
    for codes in (board_access, intrinsics, lanes, wide)
}


@typeof_impl.register(Instruction)
def _instruction(given: Any, _context: Any) -> Any:
    code = getattr(_CODES[given.__module__], given.__name__)
    return cpu_target.typing_context.resolve_value_type(code)
