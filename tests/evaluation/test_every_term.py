"""Every registered kind of term goes through every consumer."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinarow.errors import EvaluatorError
from kinarow.evaluation import k, load_evaluator, powers_of
from kinarow.evaluation.terms import (
    TERMS,
    AnchoredRuns,
    Column,
    OpenRuns,
    Pattern,
    Phased,
    Squares,
    Term,
    Traps,
    Windows,
    registered,
    term,
)
from kinarow.game import Position, Side
from tests.evaluation.term_contract import CONSUMERS

ODD: dict[str, Term] = {
    "powers": Windows(own=powers_of(10), opponent=-powers_of(10), tally=("R", "Y")),
    "mixed windows": Windows(own={k: 9, k - 2: 0.25}, opponent=-powers_of(3), tally=("A", "B")),
    "powers of runs": AnchoredRuns(own=powers_of(2), opponent={k - 1: -1.1}),
    "a column": Column(1, own=2.5, opponent=-1),
    "a long pattern": Pattern(".X", k - 1, own=4, opponent=-3),
    "open powers": OpenRuns(own=powers_of(3), opponent={k - 2: -1.5}),
    "fractions": Squares(own=0.1, opponent=-0.3),
    "phased traps": Phased("traps", Traps(own=2), early=1, mid=0.5, late=2),
    "traps in all empty cells": Traps(own=2.5, where="empty"),
    "phased traps in all empty cells": Phased("traps", Traps(2, "empty"), early=1, mid=3, late=2),
    "phased powers": Phased("lines", Windows(own=powers_of(4), opponent=-powers_of(4)), 1, 2, 0.5),
}
EVERY = {kind: cls.example() for kind, cls in TERMS.items()} | ODD


@pytest.mark.parametrize("consumer", CONSUMERS)
@pytest.mark.parametrize("name", EVERY)
def test_every_term_in_every_consumer(name: str, consumer: str) -> None:
    CONSUMERS[consumer](EVERY[name])


def test_a_name_means_one_kind() -> None:
    class Other(Traps):
        pass

    with pytest.raises(EvaluatorError, match="there are terms called traps already"):
        registered(Other)
    assert registered(Traps) is TERMS["traps"] is Traps


def test_a_file_with_a_term_of_its_own_can_be_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(term, "TERMS", dict(TERMS))
    file = tmp_path / "mine.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from kinarow.evaluation import Column, Evaluator\n"
        "from kinarow.evaluation.terms import registered\n"
        "@registered\n@dataclass(frozen=True)\n"
        "class Mine(Column):\n    kind = 'mine'\n"
        "mine = Evaluator('mine', Mine(own=3))\n"
    )
    for _ in range(2):
        assert load_evaluator(str(file)).evaluate(Position.from_moves("4"), Side.FIRST) == 3
