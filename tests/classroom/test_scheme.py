"""How marks are given: what a scheme says, and what it earns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.classroom.scheme import (
    DEFAULT,
    MarkPart,
    PositionSet,
    Scheme,
    parse_scheme,
    read_scheme,
)
from kinarow.errors import KinarowError


def test_the_default_scheme() -> None:
    scheme = parse_scheme(DEFAULT)
    assert scheme.out_of == 100
    assert (scheme.games, scheme.depth, scheme.seed) == (60, 2, 0)
    assert scheme.position_sets == {PositionSet(True, 0): 4000}
    judgement, reference = scheme.parts
    assert (judgement.name, judgement.judged) == ("judgement", True)
    assert reference.opponent == "alphabeta:eval=phased-traps,depth=2"
    # By hand: from -0.05 to 0.4 is 0.45 wide.
    earned = [judgement.earned(s) for s in (0.4, 0.175, 0.0, -0.05, -1.0)]
    assert earned == pytest.approx([90, 45, 10, 0, 0])
    assert [reference.earned(s) for s in (0.6, 0.4, 0.2)] == [10, pytest.approx(5), 0]


def test_a_scheme_of_before_is_still_understood() -> None:
    """By hand: 15 of 20 points are halfway from 0.5 to 1."""
    scheme = parse_scheme(
        "games = 20\n[[part]]\nopponent = 'random'\npoints = 30\nfrom = 0.5\n"
        "[[part]]\nopponent = 'fixed-order'\npoints = 50\nfrom = 0.2\nfull = 0.5\n"
        "[[part]]\npositions = 100\npoints = 20\nfrom = 0.6\nfull = 0.95\nbest = true"
    )
    random, fixed, positions = scheme.parts
    assert [random.earned(s) for s in (1.0, 0.75, 0.5, 0.2)] == [30, 15, 0, 0]
    assert fixed.earned(0.35) == pytest.approx(25)
    assert (positions.name, positions.judged) == ("best moves", False)
    assert (scheme.position_sets, scheme.note) == ({PositionSet(False, 0): 100}, "")


@pytest.mark.parametrize("game", ["gomoku", "drop:9x9:5"])
def test_where_nothing_can_be_solved_games_alone_are_marked(game: str) -> None:
    scheme = parse_scheme(DEFAULT.replace('"connect4"', f'"{game}"'))
    (part,) = scheme.parts
    assert (part.opponent, part.points) == ("alphabeta:eval=phased-traps,depth=2", 100)
    assert "games alone are marked, and the intervals are wider" in scheme.note


def test_what_is_commented_out_in_the_default_scheme_works_too() -> None:
    lines = [line.removeprefix("# ") for line in DEFAULT.splitlines()]
    scheme = parse_scheme("\n".join(lines))
    assert scheme.position_sets == {PositionSet(True, 0): 4000, PositionSet(True, 1): 400}
    assert (scheme.parts[-1].name, scheme.out_of) == ("public test", 110)
    assert [scheme.grade(mark) for mark in (110, 85, 84.99, 40, 39)] == ["A", "A", "B", "D", "F"]
    assert scheme.staff == ("anchored-runs", "open-lines", "phased-traps")


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 0.9), st.floats(0.01, 0.1))
def test_a_better_score_earns_no_less(one: float, two: float, start: float, width: float) -> None:
    part = MarkPart(30, "random", none_up_to=start, full_from=start + width)
    low, high = sorted((one, two))
    assert 0 <= part.earned(low) <= part.earned(high) <= 30


PART = '[[part]]\nopponent = "random"\npoints = 1\n'
WRONG = {
    "": "at least one",
    "part = 3": "at least one",
    "games = 0\n" + PART: "games is 1 to 10000, not 0",
    "games = true\n" + PART: "games is a whole number, not True",
    "game = 'chess'\n" + PART: "chess",
    "depht = 3\n" + PART: "did you mean depth",
    PART + PART: "two parts of the scheme are called random",
    PART + "positions = 5": "either 'opponent' or",
    "[[part]]\npoints = 3": "either 'opponent' or 'positions'",
    "[[part]]\nopponent = 'random'": "each part needs 'points'",
    PART + "from = 0.5\nfull = 0.5": "'full' must be greater than 'from'",
    PART + "from = nan": "from is 0 to 1, not nan",
    PART + "points = 2": "Cannot overwrite",
    PART + "best = true": "'best' is only for",
    PART + "judged = true": "'judged' is only for",
    "[[part]]\npoints = 1\npositions = 5\njudged = true\nbest = true": "not for judged positions",
    "[[part]]\npoints = 1\npositions = 5\njudged = 1": "judged is true or false, not 1",
    PART + "[grades]\nA = 'x'": "A is a number",
    PART.replace("random", ""): "the name of a player, not empty",
    PART.replace("random", " "): "the name of a player, not empty",
    PART.replace("1", "9" * 400): "points is 0 to 1e\\+06, not 9{40}…",
    f"games = {'9' * 5000}\n{PART}": "too many digits",
    f"games = 0x{'9' * 5000}\n{PART}": "too many digits",
    f"games = {'[' * 3000}{']' * 3000}\n{PART}": "nested too deeply",
    f"games{'.a' * 3000} = 1\n{PART}": "nested too deeply",
    f"games = '{'x' * 99}'\n{PART}": "games is a whole number, not 'x{39}…$",
    "game = 'gomoku'\n[[part]]\npoints = 1\npositions = 5": "cannot be solved in little time",
    "grades = 3\n" + PART: "lowest mark for each grade",
    "depth = 9\n" + PART: "depth is 1 to 4, not 9: the search that a submission judges for",
    "depth = 0\n" + PART: "depth is 1 to 4, not 0",
    "games = 7\n" + PART: "games = 7: games come in pairs with sides swapped, so write 8 or 6",
    "games = 1\n" + PART: "so write 2$",
    PART + "name = ''": "'name' must be some words",
    PART + "name = 3": "name is text, not 3",
    PART + "visibility = 'secret'": "no visibility 'secret'.*known: visible, hidden, after_due",
    PART + "from = -0.1": "from is 0 to 1, not -0.1",
    PART + "name = 'a'\n" + PART + "name = 'a'": "called a: give each a 'name' of its own",
    "leaderboard = 3\n" + PART: "says who stands there",
    PART + "[leaderboard]\nstaff = 'me'": "a list of evaluators",
    PART + "[leaderboard]\nstuff = []": "did you mean staff",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_makes_no_sense_is_said_in_one_sentence(text: str) -> None:
    with pytest.raises(KinarowError, match=WRONG[text]):
        parse_scheme(text)


def test_what_holds_for_files_holds_in_python() -> None:
    """Neither a depth that is not searched nor half a pair can be asked for."""
    scheme = parse_scheme(PART)
    with pytest.raises(KinarowError, match="depth is 1 to 4, not 9"):
        replace(scheme, depth=9)
    with pytest.raises(KinarowError, match="games come in pairs"):
        Scheme(scheme.spec, scheme.parts, games=3)
    opponent = "alphabeta:eval=open-lines,depth=8"
    assert parse_scheme(PART.replace("random", opponent)).parts[0].opponent == opponent


def test_a_grade_below_the_lowest_is_not_blank() -> None:
    scheme = parse_scheme(PART + "[grades]\nA = 0.9\nC = 0.5")
    assert [scheme.grade_of(mark) for mark in (1, 0.6, 0.2, None)] == ["A", "C", "below C", ""]
    assert parse_scheme(PART).grade_of(1) == ""


def test_parts_have_names_and_seeds_of_their_own() -> None:
    part = "[[part]]\npositions = 5\npoints = 1\nname = '{0}'\nseed = {1}\n"
    text = f"seed = 3\n{part.format('public', 1)}{part.format('more', 1)}"
    scheme = parse_scheme(text.replace("positions = 5", "positions = 9", 1) + part.format("own", 2))
    assert [part.name for part in scheme.parts] == ["public", "more", "own"]
    assert scheme.position_sets == {PositionSet(False, 1): 9, PositionSet(False, 2): 5}
    assert scheme.positions == 14


def test_files_that_are_no_schemes(tmp_path: Path) -> None:
    with pytest.raises(KinarowError, match="No such file"):
        read_scheme(tmp_path / "none.toml")
    noise = tmp_path / "noise.toml"
    noise.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(KinarowError, match="is not a text file"):
        read_scheme(noise)
    noise.write_text("games = = 3")
    with pytest.raises(KinarowError, match=r"noise\.toml: Invalid value"):
        read_scheme(noise)
