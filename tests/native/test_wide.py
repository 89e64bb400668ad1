"""Boards of two words, against Python's numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kinarow.native.board_access import (
    board_in_lane,
    in_all_lanes,
    lanes_with_stones,
    load_board,
    load_boards,
    load_entry,
    low_word,
    stone_count,
    stone_counts,
    store_boards,
    store_entry,
    words_in,
)
from kinarow.native.intrinsics import address_of
from kinarow.native.jit import jit
from kinarow.native.lanes import store_lanes
from kinarow.native.types import Words
from kinarow.native.wide import a_wide_board

WIDE = st.one_of(st.integers(0, 2**128 - 1), st.sampled_from([0, 1, 2**64 - 1, 2**64, 2**128 - 1]))
MODULUS = 2**128

ALONE = 9


@jit
def _alone(left: np.uint64, right: np.uint64, count: np.uint64, results: np.uint64) -> Any:
    one, other = load_board(a_wide_board(), left), load_entry(a_wide_board(), right)
    bytes_each = words_in(one) * np.uint64(8)
    store_entry(results, one & other)
    store_entry(results + bytes_each, (one | other) ^ ~one)
    store_entry(results + bytes_each * np.uint64(2), one + other)
    store_entry(results + bytes_each * np.uint64(3), one - other)
    store_entry(results + bytes_each * np.uint64(4), one * other)
    store_entry(results + bytes_each * np.uint64(5), one << count)
    store_entry(results + bytes_each * np.uint64(6), one >> count)
    store_entry(results + bytes_each * np.uint64(7), one - count)
    store_entry(results + bytes_each * np.uint64(8), (one | count) + (other & count))
    flags = np.uint64(one < other) + (np.uint64(one == other) << np.uint64(1))
    flags += np.uint64(one != np.uint64(7)) << np.uint64(2)
    return low_word(one) ^ stone_count(one) ^ (flags << np.uint64(60))


def _aligned(words: int) -> Words:
    """Memory for entries, which lie at multiples of their size."""
    memory = np.zeros(words + 1, dtype=np.uint64)
    return memory[(address_of(memory) % 16) // 8 :][:words]


def _laid(boards: list[int]) -> Words:
    words = _aligned(2 * len(boards))
    words[:] = [board >> shift & (2**64 - 1) for board in boards for shift in (0, 64)]
    return words


def _boards(words: Words) -> list[int]:
    return [low | high << 64 for low, high in words.reshape(-1, 2).tolist()]


@given(WIDE, WIDE, st.integers(0, 127))
def test_operators_alone(one: int, other: int, count: int) -> None:
    memory = _laid([one]), _laid([other]), _aligned(2 * ALONE)
    left, right, results = map(address_of, memory)
    seen = _alone(left, right, np.uint64(count), results)
    expected = [
        one & other, (one | other) ^ ~one, one + other, one - other, one * other,
        one << count, one >> count, one - count, (one | count) + (other & count),
    ]  # fmt: skip
    assert _boards(memory[2]) == [number % MODULUS for number in expected]
    flags = (one < other) + 2 * (one == other) + 4 * (one != 7)
    assert int(seen) == (one % 2**64) ^ one.bit_count() ^ ((flags << 60) % 2**64)


@jit
def _in_lanes(
    left: np.uint64, right: np.uint64, count: np.uint64, results: np.uint64, counts: np.uint64
) -> Any:
    board = a_wide_board()
    one, other = load_boards(board, left), load_boards(board, right)
    first = board_in_lane(board, right, np.uint64(0))
    chunk = np.uint64(128)
    store_boards(results, (one & other) ^ ~(one | first))
    store_boards(results + chunk, one + other)
    store_boards(results + chunk * np.uint64(2), one - other)
    store_boards(results + chunk * np.uint64(3), one << count)
    store_boards(results + chunk * np.uint64(4), one >> count)
    store_boards(results + chunk * np.uint64(5), one - count)
    store_boards(results + chunk * np.uint64(6), in_all_lanes(first) - one)
    store_lanes(counts, stone_counts(one))
    return lanes_with_stones(one)


def _chunk(boards: list[int]) -> Words:
    words = [board >> shift & (2**64 - 1) for shift in (0, 64) for board in boards]
    return np.array(words, dtype=np.uint64)


EIGHT = st.lists(WIDE, min_size=8, max_size=8)


@given(EIGHT, EIGHT, st.integers(0, 127))
def test_operators_in_lanes(left: list[int], right: list[int], count: int) -> None:
    memory = _chunk(left), _chunk(right), np.zeros(7 * 16, dtype=np.uint64)
    counts = np.zeros(8, dtype=np.uint64)
    one, other, results = map(address_of, memory)
    seen = _in_lanes(one, other, np.uint64(count), results, address_of(counts))
    found = [
        [int(low) | int(high) << 64 for low, high in zip(*halves, strict=True)]
        for halves in memory[2].reshape(7, 2, 8)
    ]
    first, pairs = right[0], list(zip(left, right, strict=True))
    expected = [
        [(a & b) ^ ~(a | first) for a, b in pairs],
        [a + b for a, b in pairs],
        [a - b for a, b in pairs],
        [a << count for a in left],
        [a >> count for a in left],
        [a - count for a in left],
        [first - a for a in left],
    ]
    assert found == [[number % MODULUS for number in row] for row in expected]
    assert counts.tolist() == [board.bit_count() for board in left]
    assert int(seen) == sum(1 << lane for lane, board in enumerate(left) if board)
