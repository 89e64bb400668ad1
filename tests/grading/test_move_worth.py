"""Words in the place of numbers: moves until the end, only moves, what had to be met."""

from __future__ import annotations

from functools import cache

import pytest

from kinarow.api.positions import move_values
from kinarow.evaluation import OPEN_LINES, as_evaluator
from kinarow.game import GameSpec, Position
from kinarow.game.threats import threatened_cells
from kinarow.grading.move_worth import Worth, forced_moves
from kinarow.grading.review import review
from kinarow.grading.usual_size import usual_size
from kinarow.solver import Solver
from kinarow.work.budget import Budget

SMALL = GameSpec.parse("drop:4x3:3")


@cache
def plies_left(position: Position) -> tuple[int, int]:
    """Who wins (1, 0, −1 for the side to move) and with how many stones more, by trying all: the
    winner hurries, the loser does not."""
    ending = position.ending()
    if ending is not None:
        return (-1 if ending.winner else 0), 0
    answers = [plies_left(position.play(move)) for move in position.legal_moves()]
    found = [(-value, plies + 1) for value, plies in answers]
    best = max(value for value, _ in found)
    lengths = [plies for value, plies in found if value == best]
    return best, min(lengths) if best > 0 else max(lengths)


@pytest.mark.parametrize("moves", ["", "1", "12", "123", "22", "2213", "31"])
def test_values_in_moves_are_those_of_trying_all(moves: str) -> None:
    position = Position.from_moves(moves, SMALL)
    value, plies = plies_left(position)
    exact = Solver(SMALL, megabytes=1).solve(position).bounds.exact
    told = Worth.of(position, exact)
    assert told.outcome == {1: "win", 0: "draw", -1: "loss"}[value]
    if value:
        assert told.moves == ((plies + 1) // 2 if value > 0 else plies // 2)
        assert told.stone == (position.plies + plies + 1) // 2
    else:
        assert told.moves is None


def test_what_is_not_solved_has_no_words() -> None:
    assert Worth.of(Position.start(), None) == Worth()


def test_without_gravity_only_the_outcome_is_known() -> None:
    assert Worth.of(Position.start("tictactoe"), 1) == Worth(1, "win")


def test_a_move_that_alone_keeps_the_draw() -> None:
    # O's middle is the only answer to a corner; many others are as good as the third move.
    line = list(Position.along("a1 b2 b1", "tictactoe"))
    first, second, third = review(line, Solver(line[0].spec, megabytes=1))
    assert [move.is_only for move in (first, second, third)] == [False, True, False]


def test_what_had_to_be_met() -> None:
    blocked = Position.from_moves("141424")
    assert [cell.name for cell in threatened_cells(blocked)] == ["d4"]
    assert threatened_cells(Position.from_moves("1414247")) == []  # yellow wins itself


def test_bars_of_an_evaluator_have_one_scale() -> None:
    spec = Position.start().spec
    assert usual_size(OPEN_LINES, spec) == usual_size(OPEN_LINES, spec) > 10
    assert usual_size(as_evaluator(lambda board, me, opponent: 0), spec) > 0


def test_a_forced_win_comes_with_its_line() -> None:
    here = Position.from_moves("h8 a1 h9 a3 h10 a5", "gomoku")
    (told,) = forced_moves(here, Budget(seconds=5))
    assert told.worth == Worth(1, "win", 2)
    assert len(told.line) == 3


def test_moves_that_do_not_meet_a_threat_lose() -> None:
    # Black has an open three, which white has to meet at one of its ends.
    here = Position.from_moves("h8 g7 h9 i9 h10", "gomoku")
    told = {answer.move.name: answer for answer in forced_moves(here, Budget(seconds=60))}
    assert told["g8"].worth.outcome == "loss"
    assert told["g8"].line[0].name == "g8"
    assert not {"h11", "h7"} & set(told)


@pytest.mark.parametrize("moves", ["", "2", "11"])
def test_where_stones_fall_a_decided_game_comes_with_its_line(moves: str) -> None:
    here = Position.from_moves(moves, SMALL)
    won, plies = plies_left(here)
    *values, best = move_values(here, seconds=60)
    assert won
    assert len(values) == len(here.legal_moves())
    assert not any(answer.line for answer in values)
    assert best.line[0] == best.move
    assert len(best.line) == plies
    end = here
    for cell in best.line:
        end = end.play(cell)
    ending = end.ending()
    assert ending is not None
    assert ending.winner is (here.mover if won > 0 else here.mover.other)


def test_where_everything_loses_all_moves_are_told() -> None:
    here = Position.from_moves("h8 a1 h9 a3 h10 a5 h11", "gomoku")
    told = list(forced_moves(here, Budget(seconds=5)))
    assert len(told) == len(here.legal_moves())
    assert {answer.worth.outcome for answer in told} == {"loss"}


def test_where_nothing_is_forced_nothing_is_said() -> None:
    here = Position.from_moves("h8 h9", "gomoku")
    assert list(forced_moves(here, Budget(seconds=5))) == []
