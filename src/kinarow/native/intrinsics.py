"""Single machine instructions, and words of memory by their address, for kernels.

Numba has no way to say "fetch this line of memory now, I shall need it soon", and its arrays cost
too much in a recursion that passes them on. An address is a number and passes like one; whoever
uses these functions keeps the memory alive and inside its bounds.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

WORD_TYPE: Final = types.uint64
_WORD: Final = ir.IntType(64)
_NO_POISON: Final = ir.Constant(ir.IntType(1), 0)  # counting zeros of 0 gives 64


def address_of(array: np.ndarray[Any, Any]) -> np.uint64:
    """Where an array's first element lies."""
    return np.uint64(array.ctypes.data)


def _pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, _WORD.as_pointer())


def _load_signed(builder: Any, address: Any, bits: int) -> Any:
    number = builder.inttoptr(address, ir.IntType(bits).as_pointer())
    return builder.sext(builder.load(number), _WORD)


@intrinsic
def load(_context: Any, _address: Any) -> Any:
    """load(address): the word there."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, arguments[0]))

    return WORD_TYPE(WORD_TYPE), code


@intrinsic
def load_small(_context: Any, _address: Any) -> Any:
    """load_small(address): the signed number of four bytes there."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _load_signed(builder, arguments[0], 32)

    return types.int64(WORD_TYPE), code


@intrinsic
def load_short(_context: Any, _address: Any) -> Any:
    """load_short(address): the signed number of two bytes there."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _load_signed(builder, arguments[0], 16)

    return types.int64(WORD_TYPE), code


@intrinsic
def load_shared(_context: Any, _address: Any) -> Any:
    """load_shared(address): the word there, which another thread may just have written."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(builder, arguments[0]), "monotonic", 8)

    return WORD_TYPE(WORD_TYPE), code


@intrinsic
def store(_context: Any, _address: Any, _word: Any) -> Any:
    """store(address, word)."""

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], _pointer(builder, arguments[0]))
        return context.get_dummy_value()

    return types.void(WORD_TYPE, WORD_TYPE), code


@intrinsic
def store_shared(_context: Any, _address: Any, _word: Any) -> Any:
    """store_shared(address, word): where another thread may be reading."""

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[1], _pointer(builder, arguments[0]), "monotonic", 8)
        return context.get_dummy_value()

    return types.void(WORD_TYPE, WORD_TYPE), code


@intrinsic
def signed(_context: Any, _word: Any) -> Any:
    """signed(word): the same bits as a number that may be negative."""

    def code(_context: Any, _builder: Any, _signature: Any, arguments: Any) -> Any:
        return arguments[0]

    return types.int64(WORD_TYPE), code


@intrinsic
def prefetch(_context: Any, _address: Any) -> Any:
    """prefetch(address): have the memory there at hand, soon and for some time."""

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
    """popcount(word): how many bits are set."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return WORD_TYPE(WORD_TYPE), code


@intrinsic
def trailing_zeros(_context: Any, _word: Any) -> Any:
    """trailing_zeros(word): the number of the lowest bit that is set; 64 if none is."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _NO_POISON)

    return WORD_TYPE(WORD_TYPE), code


@intrinsic
def leading_zeros(_context: Any, _word: Any) -> Any:
    """leading_zeros(word): 63 less the number of the highest bit that is set; 64 if none is."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], _NO_POISON)

    return WORD_TYPE(WORD_TYPE), code
