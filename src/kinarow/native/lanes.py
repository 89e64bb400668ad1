"""Eight words at once: the processor's vectors, with the operators that words have.

A kernel's function that is written with `& | ^ ~ << >> + -` alone works on words and on lanes
alike, so what is computed for one position can be computed for eight children in one go.
"""

from __future__ import annotations

import operator
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model

from kinarow.native.intrinsics import WORD_TYPE

LANES: Final = 8

_VECTOR: Final = ir.VectorType(ir.IntType(64), LANES)
_ALL_BITS: Final = np.uint64(2**64 - 1)


class LanesType(types.Type):  # type: ignore[misc]  # numba has no types
    """Eight unsigned words, as numba sees them."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")


LANES_TYPE: Final = LanesType()


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


def _spread(builder: Any, word: Any) -> Any:
    undefined = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(undefined, word, ir.Constant(ir.IntType(32), 0))
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, undefined, everywhere)


def _pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, _VECTOR.as_pointer())


@intrinsic
def spread(_context: Any, _word: Any) -> Any:
    """spread(word): the same word in every lane."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _spread(builder, arguments[0])

    return LANES_TYPE(WORD_TYPE), code


@intrinsic
def load_lanes(_context: Any, _address: Any) -> Any:
    """load_lanes(address): the eight words there."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, arguments[0]), align=8)

    return LANES_TYPE(WORD_TYPE), code


@intrinsic
def store_lanes(_context: Any, _address: Any, _lanes: Any) -> Any:
    """store_lanes(address, lanes)."""

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], _pointer(builder, arguments[0]), align=8)
        return context.get_dummy_value()

    return types.void(WORD_TYPE, LANES_TYPE), code


def _give_operator(function: Any, instruction: str) -> None:
    """Let an operator take lanes and lanes, or lanes and a word that stands for eight of it."""

    @intrinsic
    def with_lanes(_context: Any, _left: Any, _right: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return getattr(builder, instruction)(*arguments)

        return LANES_TYPE(LANES_TYPE, LANES_TYPE), code

    @intrinsic
    def with_word(_context: Any, _left: Any, _right: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            left, right = arguments
            return getattr(builder, instruction)(left, _spread(builder, right))

        return LANES_TYPE(LANES_TYPE, WORD_TYPE), code

    @overload(function, strict=False)
    def choose(left: Any, right: Any) -> Any:
        if not isinstance(left, LanesType):
            return None
        if isinstance(right, LanesType):
            return lambda left, right: with_lanes(left, right)
        if right == WORD_TYPE:
            return lambda left, right: with_word(left, right)
        return None


for _function, _instruction in (
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.xor, "xor"),
    (operator.add, "add"),
    (operator.sub, "sub"),
    (operator.lshift, "shl"),
    (operator.rshift, "lshr"),
):
    _give_operator(_function, _instruction)


@overload(operator.invert, strict=False)
def _invert(lanes: Any) -> Any:
    if isinstance(lanes, LanesType):
        return lambda lanes: lanes ^ _ALL_BITS
    return None
