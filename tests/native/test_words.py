"""Words outside of kernels, and what only kernels can call."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.bitboards.lines_kernel import winning_cells
from kinarow.native import words
from kinarow.native.intrinsics import popcount

Word: Any = words.Word

WORDS = st.integers(0, 2**64 - 1)


@given(WORDS, WORDS, st.integers(0, 63))
def test_what_is_computed_of_words_is_a_word(one: int, other: int, bits: int) -> None:
    left, right, count = Word(one), Word(other), Word(bits)
    results = {
        left + right: one + other,
        left - right: one - other,
        left * right: one * other,
        left & right: one & other,
        left | right: one | other,
        left ^ right: one ^ other,
        left << count: one << bits,
        left >> count: one >> bits,
        ~left: ~one,
    }
    for found, expected in results.items():
        assert type(found) is Word
        assert int(found) == expected % 2**64


def test_python_is_told_that_it_cannot_call_an_instruction_or_a_part() -> None:
    with pytest.raises(TypeError, match="popcount is an instruction"):
        popcount(Word(7))
    with pytest.raises(TypeError, match="winning_cells is a part of kernels"):
        winning_cells(Word(7), Word(0))
