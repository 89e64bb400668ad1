"""The instructions that kernels use, against what Python says they are."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.native.intrinsics import (
    address_of,
    leading_zeros,
    load,
    load_shared,
    load_small,
    popcount,
    prefetch,
    store,
    trailing_zeros,
)
from kinarow.native.jit import jit
from kinarow.native.lanes import lanes_set, load_lanes, popcounts, spread, store_lanes

WORDS = st.integers(0, 2**64 - 1)
EIGHT_WORDS = st.lists(WORDS, min_size=8, max_size=8)


@jit
def _count(word: np.uint64) -> Any:
    return popcount(word), trailing_zeros(word), leading_zeros(word)


@given(WORDS)
def test_counting_bits(word: int) -> None:
    lowest = (word & -word).bit_length() - 1 if word else 64
    assert _count(np.uint64(word)) == (word.bit_count(), lowest, 64 - word.bit_length())


@jit
def _copy(source: np.uint64, target: np.uint64) -> Any:
    prefetch(source)
    store(target, load(source))
    return load_shared(target)


@given(WORDS)
def test_words_by_address(word: int) -> None:
    source, target = np.array([word], dtype=np.uint64), np.zeros(1, dtype=np.uint64)
    assert _copy(address_of(source), address_of(target)) == word
    assert target[0] == word


@jit
def _small(source: np.uint64) -> Any:
    return load_small(source)


@given(st.integers(-(2**31), 2**31 - 1))
def test_small_numbers_by_address(number: int) -> None:
    source = np.array([7, number, 7], dtype=np.int32)
    assert _small(address_of(source) + np.uint64(4)) == number


def _on_lanes(function: Callable[[Any, Any], Any]) -> Callable[..., None]:
    @jit
    def with_lanes(left: np.uint64, right: np.uint64, result: np.uint64) -> None:
        store_lanes(result, function(load_lanes(left), load_lanes(right)))

    return with_lanes


@jit
def _shifted(left: np.uint64, count: np.uint64, result: np.uint64) -> None:
    lanes = load_lanes(left)
    store_lanes(result, (lanes << count) ^ ~(lanes >> count) ^ spread(count))


OPERATORS = {
    function.__name__: (function, jit(lambda a, b, function=function: function(a, b)))
    for function in (operator.and_, operator.or_, operator.xor, operator.add, operator.sub)
}


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_do_in_each_lane_what_they_do_on_words(name: str) -> None:
    function, compiled = OPERATORS[name]
    on_lanes = _on_lanes(compiled)

    @given(EIGHT_WORDS, EIGHT_WORDS)
    def check(left: list[int], right: list[int]) -> None:
        words = [np.array(values, dtype=np.uint64) for values in (left, right, [0] * 8)]
        on_lanes(*map(address_of, words))
        assert list(words[2]) == [function(a, b) % 2**64 for a, b in zip(left, right, strict=True)]

    check()


@given(EIGHT_WORDS, st.integers(0, 63))
def test_shifts_and_inversion(values: list[int], count: int) -> None:
    words, result = np.array(values, dtype=np.uint64), np.zeros(8, dtype=np.uint64)
    _shifted(address_of(words), np.uint64(count), address_of(result))
    everything = 2**64 - 1
    expected = [((v << count) & everything) ^ (everything ^ (v >> count)) ^ count for v in values]
    assert list(result) == expected


@jit
def _seen(lanes: np.uint64, result: np.uint64) -> Any:
    store_lanes(result, popcounts(load_lanes(lanes)))
    return lanes_set(load_lanes(lanes))


@given(st.lists(st.one_of(st.just(0), WORDS), min_size=8, max_size=8))
def test_what_lanes_hold(values: list[int]) -> None:
    words, counts = np.array(values, dtype=np.uint64), np.zeros(8, dtype=np.uint64)
    flags = _seen(address_of(words), address_of(counts))
    assert flags == sum(1 << lane for lane, value in enumerate(values) if value)
    assert list(counts) == [value.bit_count() for value in values]
