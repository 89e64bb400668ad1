"""The code of what `native/board_access.py` declares."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kinarow.native.codes.intrinsics import WORD_TYPE
from kinarow.native.codes.lanes import LANES_TYPE
from kinarow.native.codes.wide import WIDE, WIDE_LANES, halves, spread_wide, spread_word
from kinarow.native.lanes import LANES

_WORD: Final = ir.IntType(64)
_WIDE: Final = ir.IntType(128)
_HALF: Final = ir.VectorType(_WORD, LANES)

_IN_LANES: Final[dict[Any, Any]] = {WORD_TYPE: LANES_TYPE, WIDE: WIDE_LANES}
_CODE_TYPES: Final = {
    WORD_TYPE: _WORD,
    WIDE: _WIDE,
    LANES_TYPE: _HALF,
    WIDE_LANES: ir.VectorType(_WORD, 2 * LANES),
}
_ENTRY_BYTES: Final = {WORD_TYPE: 8, WIDE: 16}
_WORD_BYTES, _CHUNK_BYTES = 8, 64


def _pointer(builder: Any, address: Any, kind: Any) -> Any:
    return builder.inttoptr(address, _CODE_TYPES[kind].as_pointer())


def _constant(word: int) -> Any:
    return ir.Constant(_WORD, word)


@intrinsic
def words_in(_context: Any, like: Any) -> Any:
    def code(_context: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return _constant(2 if like == WIDE else 1)

    return WORD_TYPE(like), code


@intrinsic
def as_board(_context: Any, like: Any, _word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.zext(arguments[1], _WIDE) if like == WIDE else arguments[1]

    return like(like, WORD_TYPE), code


@intrinsic
def low_word(_context: Any, board: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.trunc(arguments[0], _WORD) if board == WIDE else arguments[0]

    return WORD_TYPE(board), code


@intrinsic
def load_board(_context: Any, like: Any, _address: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, arguments[1], like), align=_WORD_BYTES)

    return like(like, WORD_TYPE), code


@intrinsic
def store_board(_context: Any, _address: Any, board: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = _pointer(builder, arguments[0], board)
        builder.store(arguments[1], pointer, align=_WORD_BYTES)
        return context.get_dummy_value()

    return types.void(WORD_TYPE, board), code


@intrinsic
def load_entry(_context: Any, like: Any, _address: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = _pointer(builder, arguments[1], like)
        return builder.load_atomic(pointer, "monotonic", _ENTRY_BYTES[like])

    return like(like, WORD_TYPE), code


@intrinsic
def store_entry(_context: Any, _address: Any, entry: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = _pointer(builder, arguments[0], entry)
        builder.store_atomic(arguments[1], pointer, "monotonic", _ENTRY_BYTES[entry])
        return context.get_dummy_value()

    return types.void(WORD_TYPE, entry), code


@intrinsic
def load_boards(_context: Any, like: Any, _address: Any) -> Any:
    lanes = _IN_LANES[like]

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, arguments[1], lanes), align=_WORD_BYTES)

    return lanes(like, WORD_TYPE), code


@intrinsic
def store_boards(_context: Any, _address: Any, lanes: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], _pointer(builder, arguments[0], lanes), align=_WORD_BYTES)
        return context.get_dummy_value()

    return types.void(WORD_TYPE, lanes), code


@intrinsic
def board_in_lane(_context: Any, like: Any, _chunks: Any, _lane: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        _, chunks, lane = arguments
        if like == WORD_TYPE:
            offset = builder.mul(lane, _constant(_WORD_BYTES))
            return builder.load(_pointer(builder, builder.add(chunks, offset), WORD_TYPE))
        chunk = builder.mul(builder.udiv(lane, _constant(LANES)), _constant(2 * _CHUNK_BYTES))
        offset = builder.mul(builder.urem(lane, _constant(LANES)), _constant(_WORD_BYTES))
        low = builder.add(builder.add(chunks, chunk), offset)
        high = builder.add(low, _constant(_CHUNK_BYTES))
        words = [builder.load(_pointer(builder, at, WORD_TYPE)) for at in (high, low)]
        high, low = (builder.zext(word, _WIDE) for word in words)
        return builder.or_(builder.shl(high, ir.Constant(_WIDE, 64)), low)

    return like(like, WORD_TYPE, WORD_TYPE), code


@intrinsic
def in_all_lanes(_context: Any, board: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        spread = spread_wide if board == WIDE else spread_word
        return spread(builder, arguments[0])

    return _IN_LANES[board](board), code


@intrinsic
def lanes_with_stones(_context: Any, lanes: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = arguments[0]
        if lanes == WIDE_LANES:
            word = builder.or_(*halves(builder, word))
        flags = builder.icmp_unsigned("!=", word, ir.Constant(_HALF, [0] * LANES))
        return builder.zext(builder.bitcast(flags, ir.IntType(LANES)), _WORD)

    return WORD_TYPE(lanes), code


def _counts(builder: Any, vector: Any) -> Any:
    kind = ir.FunctionType(_HALF, [_HALF])
    name = f"llvm.ctpop.v{LANES}i64"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [vector])


@intrinsic
def stone_counts(_context: Any, lanes: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        if lanes == LANES_TYPE:
            return _counts(builder, arguments[0])
        low, high = halves(builder, arguments[0])
        return builder.add(_counts(builder, low), _counts(builder, high))

    return LANES_TYPE(lanes), code


@intrinsic
def stone_count(_context: Any, board: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        count = builder.ctpop(arguments[0])
        return builder.trunc(count, _WORD) if board == WIDE else count

    return WORD_TYPE(board), code
