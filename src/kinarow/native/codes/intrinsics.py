"""The code of what `native/intrinsics.py` declares."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

WORD_TYPE: Final = types.uint64
_WORD: Final = ir.IntType(64)
_NO_POISON: Final = ir.Constant(ir.IntType(1), 0)  # counting zeros of 0 gives 64


def _pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, _WORD.as_pointer())


def _load_signed(builder: Any, address: Any, bits: int) -> Any:
    number = builder.inttoptr(address, ir.IntType(bits).as_pointer())
    return builder.sext(builder.load(number), _WORD)


@intrinsic
def load(_context: Any, _address: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, arguments[0]))

    return WORD_TYPE(WORD_TYPE), code


@intrinsic
def load_small(_context: Any, _address: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _load_signed(builder, arguments[0], 32)

    return types.int64(WORD_TYPE), code


@intrinsic
def load_short(_context: Any, _address: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _load_signed(builder, arguments[0], 16)

    return types.int64(WORD_TYPE), code


@intrinsic
def load_shared(_context: Any, _address: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(builder, arguments[0]), "monotonic", 8)

    return WORD_TYPE(WORD_TYPE), code


@intrinsic
def store(_context: Any, _address: Any, _word: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], _pointer(builder, arguments[0]))
        return context.get_dummy_value()

    return types.void(WORD_TYPE, WORD_TYPE), code


@intrinsic
def store_shared(_context: Any, _address: Any, _word: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[1], _pointer(builder, arguments[0]), "monotonic", 8)
        return context.get_dummy_value()

    return types.void(WORD_TYPE, WORD_TYPE), code


@intrinsic
def signed(_context: Any, _word: Any) -> Any:
    def code(_context: Any, _builder: Any, _signature: Any, arguments: Any) -> Any:
        return arguments[0]

    return types.int64(WORD_TYPE), code


@intrinsic
def prefetch(_context: Any, _address: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte_pointer, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte_pointer, flag, flag, flag])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        to_read, keep, data = flag(0), flag(3), flag(1)
        builder.call(function, [builder.inttoptr(arguments[0], byte_pointer), to_read, keep, data])
        return context.get_dummy_value()

    return types.void(WORD_TYPE), code


@intrinsic
def popcount(_context: Any, _word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return WORD_TYPE(WORD_TYPE), code


@intrinsic
def trailing_zeros(_context: Any, _word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _NO_POISON)

    return WORD_TYPE(WORD_TYPE), code


@intrinsic
def leading_zeros(_context: Any, _word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], _NO_POISON)

    return WORD_TYPE(WORD_TYPE), code
