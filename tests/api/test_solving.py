"""Many positions solved, each as if it were alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from kinarow.api.solving import solve_many
from kinarow.game import GameSpec, Position
from kinarow.solver import Solution, Solver
from tests.solver.oracle import late_position

CONNECT4 = GameSpec.parse("connect4")


def positions(count: int, empty: int = 20) -> list[Position]:
    seed = random.Random(4)
    drawn = (late_position(seed, CONNECT4, empty) for _ in range(4 * count))
    found = [position for position in drawn if position is not None][:count]
    found.insert(3, Position.from_moves("1212121"))
    return found


def timeless(solutions: Iterable[Solution]) -> list[Solution]:
    return [replace(solution, seconds=0.0) for solution in solutions]


class _Counting(ThreadPoolExecutor):
    """Two workers, and how often they were asked."""

    def __init__(self) -> None:
        super().__init__(2)
        self.asked = 0

    def submit(self, function, /, *arguments, **keywords):  # type: ignore[no-untyped-def]
        self.asked += 1
        return super().submit(function, *arguments, **keywords)


def test_solutions_come_in_order_and_are_those_of_a_solver() -> None:
    asked = positions(20)
    solutions = list(solve_many(asked))
    assert [solution.position for solution in solutions] == asked
    assert solutions[3].over
    assert [s.score for s in solutions] == [Solver().solve(p).score for p in asked]


@pytest.mark.parametrize("limits", [{}, {"nodes": 1500}, {"nodes": 4000}, {"weak": True}])
def test_who_solves_makes_no_difference(limits: dict[str, Any]) -> None:
    asked = positions(12, 24)
    alone = timeless(solve_many(asked, use_book=False, **limits))
    assert timeless(solve_many([asked[5]], use_book=False, **limits)) == [alone[5]]
    with _Counting() as two:
        assert timeless(solve_many(asked, use_book=False, workers=two, **limits)) == alone
    if limits.get("nodes") == 1500:
        assert not all(solution.solved for solution in alone)
        assert not two.asked, "what is easy is solved here"
    else:
        assert 0 < two.asked < len(asked)


def test_games_without_gravity_and_large_ones() -> None:
    small = [Position.from_moves(text, "tictactoe") for text in ("", "a1", "a1 b1", "a1 b2")]
    assert [s.outcome for s in solve_many(small)] == ["draw", "draw", "win", "draw"]
    large = [Position.from_moves(text, "gomoku") for text in ("", "h8")]
    assert [s.outcome for s in solve_many(large, nodes=100)] == [None, None]


def test_nothing_is_read_before_it_is_needed() -> None:
    taken: list[int] = []

    def endless() -> Iterator[Position]:
        for number in range(10**9):
            taken.append(number)
            yield Position.from_moves("44444")

    found = solve_many(endless())
    next(found)
    assert len(taken) == 1
