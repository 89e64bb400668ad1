"""The nine rules of Allis (1988), one by one: what each is true of, and a board on which it serves.

Columns are a, b, c; cells are numbered from the lowest empty one, so a1 is playable:

    a3 b3          an own line that lacks a1 and b2 is complete once the follower has both
    a2 b2 c2
    a1 b1 c1
"""

from __future__ import annotations

import pytest

from kinarow.game import Position
from kinarow.reasons.column_game import ColumnGame
from kinarow.reasons.planning import find_plan
from kinarow.reasons.rules import rules_of
from tests.reasons.playing_out import every_end, played_out

HEIGHT = 6


def cells(names: str) -> int:
    """The bits of cells by name."""
    return sum(1 << HEIGHT * (ord(name[0]) - ord("a")) + int(name[1]) - 1 for name in names.split())


def is_held(empty: str, sets: list[str], own: list[str]) -> bool:
    """Whether the follower keeps the leader from each set, by the game of columns, which must agree
    with every order of play tried out. `empty` are the empty cells of each column, as digits."""
    columns = [[1 << HEIGHT * c + r for r in range(int(h))] for c, h in enumerate(empty)]
    forbidden, lines = list(map(cells, sets)), list(map(cells, own))
    held = ColumnGame(tuple(map(sum, columns)), forbidden, lines).is_held()
    assert held is played_out(columns, forbidden, lines)
    return held


@pytest.mark.parametrize(
    ("rule", "empty", "sets", "own"),
    [
        ("claimeven", "2", ["a2"], []),
        ("claimeven twice in a column", "4", ["a2", "a4"], []),
        ("baseinverse", "11", ["a1 b1"], []),
        ("vertical", "31", ["a2 a3"], []),
        ("lowinverse", "33", ["a2 b2", "a1 a2", "b1 b2"], []),
        ("highinverse", "33", ["a3 b3", "a2 b2", "a2 a3", "b2 b3"], []),
        ("highinverse, its lowest cells playable", "33", ["a3 b3", "a2 b2", "a1 b3"], []),
        ("baseclaim", "222", ["a1 b2", "b1 c1"], []),
        ("aftereven", "44", ["a4 b4"], ["a2 b2"]),
        ("before", "42", ["a3 b2", "a2 a3"], ["a2 b1"]),
        ("specialbefore", "242", ["a2 b3 c1", "a1 c1"], ["a1 b2"]),
        ("specialbefore, one column odd", "341", ["a2 b3 c1", "a1 c1"], ["a1 b2"]),
    ],
)
def test_what_a_rule_meets(rule: str, empty: str, sets: list[str], own: list[str]) -> None:
    assert is_held(empty, sets, own), rule


@pytest.mark.parametrize(
    ("almost", "empty", "sets", "own"),
    [
        ("the lower cell of a claimeven", "2", ["a1"], []),
        ("one cell of a baseinverse", "11", ["a1"], []),
        ("the lower cell of a vertical", "31", ["a2"], []),
        ("one upper cell of a lowinverse", "33", ["a2"], []),
        ("a top and a middle cell of a highinverse", "33", ["a3 b2", "a2 b3", "a2 b2"], []),
        ("a baseclaim's first and third cell as well", "222", ["a1 b2", "b1 c1", "a1 c1"], []),
        ("a specialbefore without its line", "242", ["a2 b3 c1", "a1 c1"], []),
        ("a before where only a specialbefore holds", "242", ["a2 b3", "a1 c1"], ["a1 b2"]),
    ],
)
def test_what_is_almost_a_rule_is_not(
    almost: str, empty: str, sets: list[str], own: list[str]
) -> None:
    assert not is_held(empty, sets, own), almost


def test_what_a_before_meets_in_two_columns_is_met_without_its_line() -> None:
    """So its name is a way to say it, and no plan rests on it alone; a specialbefore needs it."""
    for a, b in ((a, b) for a in range(2, 6) for b in range(2, 6) if (a + b) % 2 == 0):
        for i, j in ((i, j) for i in range(1, a) for j in range(1, b)):
            above, own = f"a{i + 1} b{j + 1}", f"a{i} b{j}"
            assert is_held(f"{a}{b}", [above], [own]) == is_held(f"{a}{b}", [above], [])


@pytest.mark.parametrize(
    ("rule", "state"),
    [
        ("claimeven", "drop:6x4:4 O4X/OX2OX/OXOXOO/XOXOXX"),
        ("baseinverse", "drop:5x4:4 2O1O/O1X1X/OOX1X/OXOXX"),
        ("vertical", "drop:5x4:4 2O1O/O1X1X/OOX1X/OXOXX"),
        ("aftereven", "drop:4x4:4 X1X1/X1X1/OOO1/OOX1"),
        ("lowinverse", "drop:4x4:4 1XO1/1XX1/1OO1/OXXO"),
        ("highinverse", "drop:4x4:4 X1X1/X1O1/O1O1/XXOO"),
        ("baseclaim", "drop:5x4:4 2O1O/O1X1X/OOX1X/OXOXX"),
        ("before", "drop:6x4:4 2XX1O/O1OO1X/X1XOOX/XOOXOX"),
        ("specialbefore", "drop:6x4:4 2XX1O/O1OO1X/X1XOOX/XOOXOX"),
        ("columns", "drop:4x4:4 1O1O/1X1O/1X1O/XXOX"),
    ],
)
def test_a_board_on_which_a_rule_serves(rule: str, state: str) -> None:
    plan = find_plan(Position.parse(state))
    assert plan is not None
    assert rule in {used.name for used in rules_of(plan)}
    assert plan.follower.other not in every_end(plan, plan.position)
