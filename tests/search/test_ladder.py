"""The rungs of the ladder agree with each other, and with the rules."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.errors import KinarowError
from kinarow.evaluation import OPEN_LINES, Evaluator, Windows, k
from kinarow.game import Ending, Position, Side
from kinarow.score import WIN, in_words, is_proven, last_stone, loss_at, win_at
from kinarow.search import alphabeta, minimax
from tests.strategies import examples, positions

LOPSIDED = Evaluator("lopsided", Windows(own={k - 1: 7, k - 2: 3}, opponent={k - 1: -5}))
"""Not antisymmetric: a search that negates scores would be found out."""


@settings(max_examples=examples(150))
@given(positions(5), st.integers(1, 4), st.sampled_from([OPEN_LINES, LOPSIDED]))
def test_alphabeta_finds_what_minimax_finds(
    position: Position, depth: int, evaluator: Evaluator
) -> None:
    assume(position.ending() is None)
    assume(len(position.legal_moves()) ** depth <= 5_000)
    slow, fast = minimax(position, evaluator, depth), alphabeta(position, evaluator, depth)
    assert (fast.score, fast.move, fast.line) == (slow.score, slow.move, slow.line)
    assert fast.nodes <= slow.nodes


@settings(max_examples=examples(100))
@given(positions(4))
def test_the_line_leads_to_the_score(position: Position) -> None:
    assume(position.ending() is None)
    found = alphabeta(position, LOPSIDED, 3)
    end = position
    for move in found.line:
        end = end.play(move)
    ending = end.ending()
    if ending is not None and ending.winner is not None:
        won = ending.winner is position.mover
        assert found.score == (win_at if won else loss_at)(end.plies)
    else:
        assert found.score == LOPSIDED.evaluate(end, position.mover)


def test_a_win_in_one_is_taken_and_a_single_threat_blocked() -> None:
    three_in_a_row = Position.from_moves("112233")
    assert alphabeta(three_in_a_row, OPEN_LINES, 1).move == three_in_a_row.parse_move("4")
    threatened = Position.from_moves("17273")
    assert alphabeta(threatened, OPEN_LINES, 2).move == threatened.parse_move("4")


def test_a_sooner_win_is_preferred() -> None:
    # Looking far ahead must not put off a win that is there now.
    for depth in (1, 3, 5):
        assert alphabeta(Position.from_moves("112233"), OPEN_LINES, depth).score == win_at(7)


@settings(max_examples=examples(200))
@given(positions(4))
def test_a_sooner_win_and_a_later_loss_are_preferred(position: Position) -> None:
    assume(position.ending() is None)
    found = alphabeta(position, OPEN_LINES, 4)
    assume(is_proven(found.score))
    ends: list[int] = []  # the last stone after each move that wins, or that loses, like this one
    for move in position.legal_moves():
        child = position.play(move)
        if child.ending() is not None:
            score = -win_at(child.plies) if child.ending() != Ending(None) else 0
        else:
            score = int(alphabeta(child, OPEN_LINES, 3).score)
        if is_proven(score) and (score < 0) == (found.score > 0):
            ends.append(last_stone(score))
    assert last_stone(found.score) == (min(ends) if found.score > 0 else max(ends))
    assert found.score > 0 or len(ends) == len(position.legal_moves())


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_nonsense_is_refused(search: object) -> None:
    assert callable(search)
    with pytest.raises(KinarowError, match="at least 1 ply"):
        search(Position.start(), OPEN_LINES, 0)
    with pytest.raises(KinarowError, match="the game is over"):
        search(Position.from_moves("1212121"), OPEN_LINES, 1)


def test_the_number_line_of_scores() -> None:
    assert win_at(7) > win_at(9) > 10**14 > 0 > loss_at(9) > loss_at(7)
    assert [last_stone(win_at(7)), last_stone(loss_at(8))] == [7, 8]
    assert int(float(WIN - 1)) == WIN - 1
    words = [in_words(s) for s in (12, -3.5, 0, win_at(9), loss_at(8))]
    assert words == ["+12", "-3.5", "0", "win at stone 9", "loss at stone 8"]
    assert Side.FIRST.other is Side.SECOND
