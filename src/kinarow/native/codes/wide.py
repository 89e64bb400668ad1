"""The code of boards of 128 bits (`native/wide.py`). Eight of them are sixteen lanes, first all low
words, then all high ones, so that most operators cost twice what they cost for words."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

from kinarow.native.codes.intrinsics import WORD_TYPE
from kinarow.native.codes.lanes import give_operator
from kinarow.native.lanes import LANES

_WORD: Final = ir.IntType(64)
_WIDE: Final = ir.IntType(128)
_HALF: Final = ir.VectorType(_WORD, LANES)
_VECTOR: Final = ir.VectorType(_WORD, 2 * LANES)
_INDEX: Final = ir.IntType(32)


class WideType(types.Type):  # type: ignore[misc]  # numba has no types
    """A number of 128 bits, as numba sees it."""

    def __init__(self) -> None:
        super().__init__(name="Wide")


class WideLanesType(types.Type):  # type: ignore[misc]
    """Eight of them."""

    def __init__(self) -> None:
        super().__init__(name="WideLanes")


WIDE: Final = WideType()
WIDE_LANES: Final = WideLanesType()


@register_model(WideType)
class _WideModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WIDE)


@register_model(WideLanesType)
class _WideLanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


# Parts of lanes.


def _chosen(builder: Any, one: Any, other: Any, lanes: range) -> Any:
    numbers = ir.Constant(ir.VectorType(_INDEX, len(lanes)), list(lanes))
    return builder.shuffle_vector(one, other, numbers)


def halves(builder: Any, vector: Any) -> tuple[Any, Any]:
    """The low words and the high words."""
    undefined = ir.Constant(_VECTOR, ir.Undefined)
    low = _chosen(builder, vector, undefined, range(LANES))
    return low, _chosen(builder, vector, undefined, range(LANES, 2 * LANES))


def _joined(builder: Any, low: Any, high: Any) -> Any:
    return _chosen(builder, low, high, range(2 * LANES))


def spread_word(builder: Any, word: Any) -> Any:
    undefined = ir.Constant(_HALF, ir.Undefined)
    first = builder.insert_element(undefined, word, ir.Constant(_INDEX, 0))
    everywhere = ir.Constant(ir.VectorType(_INDEX, LANES), [0] * LANES)
    return builder.shuffle_vector(first, undefined, everywhere)


def spread_wide(builder: Any, wide: Any) -> Any:
    low = builder.trunc(wide, _WORD)
    high = builder.trunc(builder.lshr(wide, ir.Constant(_WIDE, 64)), _WORD)
    return _joined(builder, spread_word(builder, low), spread_word(builder, high))


# Operators.


def _bitwise(instruction: str) -> Callable[[Any, Any, Any], Any]:
    return lambda builder, left, right: getattr(builder, instruction)(left, right)


def _sum(builder: Any, left: Any, right: Any) -> Any:
    (low, high), (other_low, other_high) = halves(builder, left), halves(builder, right)
    total = builder.add(low, other_low)
    carry = builder.zext(builder.icmp_unsigned("<", total, low), _HALF)
    return _joined(builder, total, builder.add(builder.add(high, other_high), carry))


def _difference(builder: Any, left: Any, right: Any) -> Any:
    (low, high), (other_low, other_high) = halves(builder, left), halves(builder, right)
    borrow = builder.zext(builder.icmp_unsigned("<", low, other_low), _HALF)
    rest = builder.sub(builder.sub(high, other_high), borrow)
    return _joined(builder, builder.sub(low, other_low), rest)


def _funnel(builder: Any, name: str, high: Any, low: Any, bits: Any) -> Any:
    """Two words shifted as one: the high word that comes out, or the low one."""
    kind = ir.FunctionType(_HALF, [_HALF, _HALF, _HALF])
    function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.{name}.v{LANES}i64")
    return builder.call(function, [high, low, bits])


def _shifted(builder: Any, vector: Any, bits: Any, *, left: bool) -> Any:
    """By any number of bits less than 128."""
    low, high = halves(builder, vector)
    inside = spread_word(builder, builder.and_(bits, ir.Constant(_WORD, 63)))
    is_far = builder.icmp_unsigned(">=", bits, ir.Constant(_WORD, 64))
    nothing = ir.Constant(_HALF, [0] * LANES)
    if left:
        near, across = builder.shl(low, inside), _funnel(builder, "fshl", high, low, inside)
        new_low = builder.select(is_far, nothing, near)
        return _joined(builder, new_low, builder.select(is_far, near, across))
    near, across = builder.lshr(high, inside), _funnel(builder, "fshr", high, low, inside)
    new_high = builder.select(is_far, nothing, near)
    return _joined(builder, builder.select(is_far, near, across), new_high)


def _widening(code: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
    return lambda builder, wide, word: code(builder, wide, builder.zext(word, _WIDE))


def _spreading(code: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
    return lambda builder, lanes, wide: code(builder, lanes, spread_wide(builder, wide))


def _give_number_operator(function: Any, instruction: str, in_lanes: Any) -> None:
    """Between wide boards, eight of them, one for all eight, and words where they are numbers."""
    alone = _bitwise(instruction)
    with_word = _spreading(in_lanes)
    forms = {
        (WIDE, WIDE): (WIDE, alone),
        (WIDE, WORD_TYPE): (WIDE, _widening(alone)),
        (WIDE_LANES, WIDE_LANES): (WIDE_LANES, in_lanes),
        (WIDE_LANES, WIDE): (WIDE_LANES, with_word),
        (WIDE_LANES, WORD_TYPE): (WIDE_LANES, _widening(with_word)),
    }
    give_operator(function, forms)


for _function, _instruction, _in_lanes in (
    (operator.and_, "and_", _bitwise("and_")),
    (operator.or_, "or_", _bitwise("or_")),
    (operator.xor, "xor", _bitwise("xor")),
    (operator.add, "add", _sum),
    (operator.sub, "sub", _difference),
):
    _give_number_operator(_function, _instruction, _in_lanes)

for _function, _instruction, _is_left in (
    (operator.lshift, "shl", True),
    (operator.rshift, "lshr", False),
):

    def _shift_lanes(builder: Any, lanes: Any, bits: Any, left: bool = _is_left) -> Any:
        return _shifted(builder, lanes, bits, left=left)

    give_operator(_function, {
        (WIDE, WORD_TYPE): (WIDE, _widening(_bitwise(_instruction))),
        (WIDE_LANES, WORD_TYPE): (WIDE_LANES, _shift_lanes),
    })  # fmt: skip

give_operator(operator.mul, {(WIDE, WIDE): (WIDE, _bitwise("mul"))})


def _comparison(sign: str) -> Callable[[Any, Any, Any], Any]:
    return lambda builder, left, right: builder.icmp_unsigned(sign, left, right)


for _function, _sign in ((operator.eq, "=="), (operator.ne, "!="), (operator.lt, "<")):
    give_operator(_function, {
        (WIDE, WIDE): (types.boolean, _comparison(_sign)),
        (WIDE, WORD_TYPE): (types.boolean, _widening(_comparison(_sign))),
    })  # fmt: skip


def _inverted(builder: Any, board: Any) -> Any:
    return builder.not_(board)


give_operator(operator.invert, {(WIDE,): (WIDE, _inverted), (WIDE_LANES,): (WIDE_LANES, _inverted)})


@intrinsic
def a_wide_board(_context: Any) -> Any:
    def code(_context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return ir.Constant(_WIDE, 0)

    return WIDE(), code
