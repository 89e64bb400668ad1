from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from kinarow.errors import SpecError
from kinarow.game import VARIANTS, GameSpec
from tests.strategies import specs


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("drop:7x6:4", GameSpec(7, 6, 4, gravity=True)),
        ("place:15x15:5", GameSpec(15, 15, 5, gravity=False)),
        ("connect4", GameSpec(7, 6, 4, gravity=True)),
        ("TicTacToe ", GameSpec(3, 3, 3, gravity=False)),
        ("gomoku", GameSpec(15, 15, 5, gravity=False)),
        ("drop:100x100:100", GameSpec(100, 100, 100, gravity=True)),
        ("place:100x1:100", GameSpec(100, 1, 100, gravity=False)),
        ("drop:1x1:1", GameSpec(1, 1, 1, gravity=True)),
        ("place:15x15:5:exact", GameSpec(15, 15, 5, gravity=False, exact=True)),
        ("Gomoku-Standard", GameSpec(15, 15, 5, gravity=False, exact=True)),
    ],
)
def test_texts_and_names(text: str, spec: GameSpec) -> None:
    assert GameSpec.parse(text) == spec


@given(specs(100))
def test_text_and_repr_round_trip(spec: GameSpec) -> None:
    assert GameSpec.parse(str(spec)) == spec
    assert eval(repr(spec)) == spec  # noqa: S307
    assert GameSpec.parse(spec.name) == spec


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("drop:7x6:8", "the target on a 7×6 board is 1 to 7, not 8"),
        ("drop:7x6:0", "the target on a 7×6 board is 1 to 7, not 0"),
        ("place:0x3:1", "a board has 1 to 100 columns, not 0"),
        ("place:3x101:3", "a board has 1 to 100 rows, not 101"),
        ("conect4", "did you mean connect4?"),
        ("drop:7x6", "such as drop:7x6:4"),
        ("drop:-7x6:4", "such as drop:7x6:4"),
        ("drop:٧x6:4", "such as drop:7x6:4"),
        ("", "such as drop:7x6:4"),
        ("place:15x15:5:exactly", "such as drop:7x6:4"),
        ("drop:7x6:4:exact", "exact lines are a rule of games without gravity"),
    ],
)
def test_nonsense_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(SpecError, match=words.replace("?", r"\?")):
        GameSpec.parse(text)


@pytest.mark.parametrize("columns", [7.0, "7", True, None])
def test_sizes_are_whole_numbers(columns: object) -> None:
    with pytest.raises(SpecError, match="columns must be a whole number"):
        GameSpec(columns, 6, 4, gravity=True)  # type: ignore[arg-type]


def test_numpy_sizes_become_plain_integers() -> None:
    assert repr(GameSpec(np.int64(7), 6, 4, gravity=True)) == "GameSpec(7, 6, 4, gravity=True)"  # type: ignore[arg-type]


def test_gravity_is_yes_or_no() -> None:
    with pytest.raises(SpecError, match="gravity"):
        GameSpec(7, 6, 4, gravity=1)  # type: ignore[arg-type]


def test_names_name_themselves() -> None:
    assert all(name == variant.name == variant.spec.name for name, variant in VARIANTS.items())
