"""The code of what `native/lanes.py` declares, and of operators."""

from __future__ import annotations

import operator
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from kinarow.native.codes.intrinsics import WORD_TYPE
from kinarow.native.lanes import LANES

_VECTOR: Final = ir.VectorType(ir.IntType(64), LANES)


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
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _spread(builder, arguments[0])

    return LANES_TYPE(WORD_TYPE), code


@intrinsic
def load_lanes(_context: Any, _address: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, arguments[0]), align=8)

    return LANES_TYPE(WORD_TYPE), code


@intrinsic
def store_lanes(_context: Any, _address: Any, _lanes: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], _pointer(builder, arguments[0]), align=8)
        return context.get_dummy_value()

    return types.void(WORD_TYPE, LANES_TYPE), code


def give_operator(function: Any, forms: dict[tuple[Any, ...], tuple[Any, Any]]) -> None:
    """Let an operator take what `forms` lists, with the type of each result and its code.

    Numba compiles an operator that is written as a function (`overload`) each time as one; these
    are a few instructions where they are used.
    """

    @type_callable(function)
    def typed(_context: Any) -> Any:
        if len(next(iter(forms))) == 1:
            return lambda operand: forms.get((operand,), (None,))[0]
        return lambda left, right: forms.get((left, right), (None,))[0]

    for operands, (_result, code) in forms.items():
        lower_builtin(function, *operands)(_lowering(code))


def _lowering(code: Any) -> Any:
    return lambda _context, builder, _signature, arguments: code(builder, *arguments)


def _on_lanes(instruction: str) -> dict[tuple[Any, ...], tuple[Any, Any]]:
    """Between lanes and lanes, or lanes and a word that stands for eight of it."""

    def with_lanes(builder: Any, left: Any, right: Any) -> Any:
        return getattr(builder, instruction)(left, right)

    def with_word(builder: Any, left: Any, right: Any) -> Any:
        return with_lanes(builder, left, _spread(builder, right))

    return {
        (LANES_TYPE, LANES_TYPE): (LANES_TYPE, with_lanes),
        (LANES_TYPE, WORD_TYPE): (LANES_TYPE, with_word),
    }


for _function, _instruction in (
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.xor, "xor"),
    (operator.add, "add"),
    (operator.sub, "sub"),
    (operator.mul, "mul"),
    (operator.lshift, "shl"),
    (operator.rshift, "lshr"),
):
    give_operator(_function, _on_lanes(_instruction))

give_operator(
    operator.invert, {(LANES_TYPE,): (LANES_TYPE, lambda builder, lanes: builder.not_(lanes))}
)
