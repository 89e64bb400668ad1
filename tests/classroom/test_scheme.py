"""How marks are given: what a scheme says, and what it earns."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.classroom.scheme import DEFAULT, MarkPart, parse_scheme, read_scheme
from kinarow.errors import KinarowError


def test_the_default_scheme() -> None:
    scheme = parse_scheme(DEFAULT)
    assert scheme.out_of == 100
    assert (scheme.games, scheme.depth, scheme.seed) == (60, 2, 0)
    assert scheme.opponents == ["alphabeta:eval=phased-traps,depth=2"]
    assert (scheme.any_positions, scheme.judged_positions) == (0, 4000)
    judgement, reference = scheme.parts
    assert (judgement.name, judgement.judged) == ("judgement", True)
    assert [judgement.earned(s) for s in (1.0, 0.5, 0.0, -1.0)] == [90, 45, 0, 0]
    assert [reference.earned(s) for s in (1.0, 0.5, 0.0)] == [10, 5, 0]


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
    assert (scheme.any_positions, scheme.judged_positions, scheme.note) == (100, 0, "")


@pytest.mark.parametrize("game", ["gomoku", "drop:9x9:5"])
def test_where_nothing_can_be_solved_games_alone_are_marked(game: str) -> None:
    scheme = parse_scheme(DEFAULT.replace('"connect4"', f'"{game}"'))
    (part,) = scheme.parts
    assert (part.opponent, part.points) == ("alphabeta:eval=phased-traps,depth=2", 100)
    assert "games alone are marked, and the intervals are wider" in scheme.note


def test_what_is_commented_out_in_the_default_scheme_works_too() -> None:
    lines = [line.removeprefix("# ") for line in DEFAULT.splitlines()]
    scheme = parse_scheme("\n".join(lines))
    assert (scheme.any_positions, scheme.judged_positions, scheme.out_of) == (100, 4000, 120)
    assert scheme.parts[-1].name == "right moves"
    assert [scheme.grade(mark) for mark in (120, 50, 49.99, 20, 19)] == ["A", "A", "B", "C", ""]


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
}


@pytest.mark.parametrize("text", WRONG)
def test_what_makes_no_sense_is_said_in_one_sentence(text: str) -> None:
    with pytest.raises(KinarowError, match=WRONG[text]):
        parse_scheme(text)


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
