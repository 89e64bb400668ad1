"""The moves that come into question, each with a score of its own."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from kinarow import Position, analyse
from kinarow.errors import KinarowError
from kinarow.evaluation import THREATS, Evaluator, Windows, k
from kinarow.score import is_proven, win_at
from kinarow.search.analysis.deepening import analyse_deepening
from kinarow.search.analysis.each_move import move_scores
from kinarow.search.analysis.judged import Analysis
from kinarow.search.limits import Limits
from kinarow.search.threats.grid.deepening import search_threats

LOPSIDED = Evaluator("lopsided", Windows(own={k - 1: 9, k - 2: 2.5}, opponent={k - 1: -5}))
OPENING = "h8 i9 g9 i7 h7 h9 g8 j8"


def last(position: Position, **asked: Any) -> Analysis:
    *_, found = analyse(position, **asked)
    return found


def test_leading_moves_are_looked_at_most_deeply() -> None:
    found = last(Position.from_moves(OPENING, "gomoku"), depth=6)
    depths = [one.depth for one in found.candidates]
    assert found.depth == depths[0] == 6
    assert depths == sorted(depths, reverse=True)
    assert depths[-1] == 4
    leading = [one.score for one in found.candidates if one.depth == 6]
    assert leading == sorted(leading, reverse=True)
    assert all(one.line[0] == one.move for one in found.candidates)


@pytest.mark.parametrize("evaluator", [THREATS, LOPSIDED], ids=lambda one: one.name)
def test_a_score_is_what_a_search_after_the_move_finds(evaluator: Evaluator) -> None:
    position = Position.from_moves("c3 d3 c4", "place:9x9:4")
    *_, found = analyse_deepening(position, evaluator, Limits(depth=3))
    if evaluator is THREATS:  # which says the same for both sides
        for one in found.candidates:
            if one.depth == 3:
                after = search_threats(position.play(one.move), evaluator, Limits(depth=2))
                assert one.score == -after.score
    assert {one.move for one in found.candidates} <= set(position.legal_moves())


def test_a_win_ends_the_analysis() -> None:
    found = last(Position.from_moves("h8 a1 i8 a3 j8 a5", "gomoku"), depth=9)
    assert found.candidates[0].score == win_at(9)
    assert len(found.candidates) == 1


def test_only_what_stops_a_line_comes_into_question() -> None:
    found = last(Position.from_moves("h8 g8 i8 a1 j8 a3 k8", "gomoku"), depth=3)
    assert [one.move.name for one in found.candidates] == ["l8"]


def test_the_last_cell() -> None:
    nearly_full = Position.from_moves("a1 b1 a2 b2 b3 a3 c1 c2", "tictactoe")
    (only,) = last(nearly_full, depth=5).candidates
    assert only.move.name == "c3"
    assert not is_proven(only.score)


def test_stopped_at_once_there_is_nothing() -> None:
    stop = threading.Event()
    stop.set()
    position = Position.from_moves(OPENING, "gomoku")
    found = list(analyse(position, depth=30, stop=stop))
    assert all(isinstance(one, Analysis) for one in found)
    assert not found or found[-1].depth < 30


@pytest.mark.parametrize(
    ("moves", "game", "evaluator"),
    [("4453", "connect4", "open-lines"), ("a1 b1", "tictactoe", "threats"),
     ("e5", "place:9x9:4", "phased-traps"), ("e5", "place:9x9:5:exact", "threats")],
)  # fmt: skip
def test_elsewhere_every_move_is_looked_at(moves: str, game: str, evaluator: str) -> None:
    position = Position.from_moves(moves, game)
    deepening = list(analyse(position, evaluator, depth=2))
    for depth, found in enumerate(deepening, 1):
        told = {one.move: one.score for one in found.candidates}
        assert told == move_scores(position, evaluator, depth)
        assert found.depth == depth
        assert all(one.line[0] == one.move for one in found.candidates)


def test_a_function_of_a_board_is_looked_at_everywhere() -> None:
    def stones_on_the_left(board: Any, me: int, opponent: int) -> int:
        return int((board[:, 0] == me).sum() - (board[:, 0] == opponent).sum())

    found = last(Position.from_moves("h8", "gomoku"), evaluator=stones_on_the_left, depth=1)
    assert {one.move.name[0] for one in found.candidates if one.score > 0} == {"a"}
    assert len(found.candidates) == 224


def test_nodes_limit_an_analysis_of_every_move() -> None:
    found = last(Position.from_moves("44"), nodes=20_000)
    assert found.nodes <= 20_000
    assert found == last(Position.from_moves("44"), nodes=20_000)


def test_a_game_that_is_over_is_refused() -> None:
    with pytest.raises(KinarowError, match="the game is over"):
        list(analyse(Position.from_moves("1212121"), depth=2))


def test_as_json() -> None:
    told = last(Position.from_moves(OPENING, "gomoku"), nodes=3000).to_json()
    assert list(told) == ["depth", "nodes", "candidates"]
    candidates = told["candidates"]
    assert isinstance(candidates, list)
    assert list(candidates[0]) == ["cell", "score", "depth", "line"]
