"""Agreement with perfect play."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from kinarow.errors import KinarowError
from kinarow.evaluation import CATALOGUE, OPEN_LINES
from kinarow.evaluation.user.objects import ObjectEvaluator
from kinarow.game import VARIANTS, Position, Side
from kinarow.game.threats import winning_moves
from kinarow.grading.agreement import (
    DecidedPosition,
    agreement,
    decided_positions,
    drawn_and_solved,
    shipped_positions,
)
from kinarow.score import Score
from tests.strategies import SOAKING

SMALL = Position.start("tictactoe").spec


@pytest.mark.slow
def test_positions_are_quiet_and_their_right_moves_keep_the_outcome() -> None:
    found = list(islice(decided_positions(SMALL), 12))
    assert len(found) == 12
    for known in found:
        position = known.position
        assert position.ending() is None
        assert winning_moves(position) == ()
        values = {move: -outcome(position.play(move)) for move in position.legal_moves()}
        best = max(values.values())
        assert known.right == {move for move, value in values.items() if value == best}
        assert 0 < len(known.right) < len(values)


@cache
def outcome(position: Position) -> int:
    """For the side to move, by looking at everything."""
    ending = position.ending()
    if ending is not None:
        return 0 if ending.winner is None else -1
    return max(-outcome(position.play(move)) for move in position.legal_moves())


class _Knows:
    """Likes what keeps the outcome, or what does not."""

    def __init__(self, sign: int) -> None:
        self.sign = sign

    def evaluate(self, position: Position, side: Side) -> Score:
        return self.sign * (-outcome(position) if position.mover is not side else outcome(position))


def test_agreement_counts_favourites_that_keep_the_outcome() -> None:
    some = list(islice(decided_positions(SMALL), 8))
    assert agreement(ObjectEvaluator(_Knows(1)), some) == 1
    assert agreement(ObjectEvaluator(_Knows(-1)), some) == 0
    alike = [len(known.right) / len(known.position.legal_moves()) for known in some]
    assert agreement(ObjectEvaluator(_Knows(0)), some) == pytest.approx(sum(alike) / len(alike))


def test_the_same_seed_draws_the_same() -> None:
    def drawn(seed: int) -> list[DecidedPosition]:
        return list(islice(drawn_and_solved(SMALL, 5, seed), 5))

    assert drawn(3) == drawn(3) != drawn(4)


def test_what_cannot_be_solved_is_refused_in_words() -> None:
    with pytest.raises(KinarowError, match="perfect play is not known on place:15x15:5"):
        next(decided_positions(VARIANTS["gomoku"].spec))
    with pytest.raises(KinarowError, match="no positions"):
        agreement(OPEN_LINES, [])


@pytest.mark.slow
def test_shipped_positions_are_those_that_are_drawn() -> None:
    shipped = list(shipped_positions())
    count = len(shipped) if SOAKING else 3
    spec = VARIANTS["connect4"].spec
    assert list(islice(drawn_and_solved(spec, 200, 0), count)) == shipped[:count]
    assert len(shipped) == len({known.position.canonical() for known in shipped}) == 200
    shares = [agreement(evaluator, shipped) for evaluator in CATALOGUE.values()]
    assert min(shares) > 0.5  # better than most moves are
