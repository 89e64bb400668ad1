"""Every registered kind of term goes through every consumer."""

from __future__ import annotations

import pytest

from kinarow.evaluation import k, powers_of
from kinarow.evaluation.terms import (
    TERMS,
    AnchoredRuns,
    Column,
    Pattern,
    Phased,
    Squares,
    Term,
    Traps,
    Windows,
    registered,
)
from tests.evaluation.term_contract import CONSUMERS

ODD: dict[str, Term] = {
    "powers": Windows(own=powers_of(10), opponent=-powers_of(10), tally=("R", "Y")),
    "mixed windows": Windows(own={k: 9, k - 2: 0.25}, opponent=-powers_of(3), tally=("A", "B")),
    "powers of runs": AnchoredRuns(own=powers_of(2), opponent={k - 1: -1.1}),
    "a column": Column(1, own=2.5, opponent=-1),
    "a long pattern": Pattern(".X", k - 1, own=4, opponent=-3),
    "fractions": Squares(own=0.1, opponent=-0.3),
    "phased traps": Phased("traps", Traps(own=2), early=1, mid=0.5, late=2),
    "phased powers": Phased("lines", Windows(own=powers_of(4), opponent=-powers_of(4)), 1, 2, 0.5),
}
EVERY = {kind: cls.example() for kind, cls in TERMS.items()} | ODD


@pytest.mark.parametrize("consumer", CONSUMERS)
@pytest.mark.parametrize("name", EVERY)
def test_every_term_in_every_consumer(name: str, consumer: str) -> None:
    CONSUMERS[consumer](EVERY[name])


def test_a_kind_is_registered_once() -> None:
    with pytest.raises(ValueError, match="there are terms called traps already"):
        registered(Traps)
