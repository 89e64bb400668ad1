"""What is said beside a score: that it was clipped, rounded, or is another one each time."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest

from kinarow.evaluation import CATALOGUE, as_evaluator, explain, load_evaluator
from kinarow.evaluation.explanation.breakdown import lines_in_words
from kinarow.evaluation.explanation.changes import explain_move
from kinarow.evaluation.square_value import best_square, explain_best_square, rated_squares
from kinarow.game import GameSpec, Position, Side
from tests.running import Run

STONES = ("--by", "stones")
"""A function is explained by the formula that equals it, unless one asks for this."""

BODY = "def evaluate(board, me, opponent):\n    {}\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "mine.py"


def written(file: Path, body: str, before: str = "") -> str:
    file.write_text(before + BODY.format(body), encoding="utf-8")
    return str(file)


# ── clipped ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("body", "returned", "shown"),
    [
        ("return 10**30 * int((board == me).sum())", "2e+30", "+100000000000000"),
        ("return -10.0**20", "-1e+20", "-100000000000000"),
        ("return float('inf')", "inf", "+100000000000000"),
        ("return 10**400", "about 1e+400", "+100000000000000"),
    ],
)
def test_a_value_beyond_the_band_is_said_to_be_clipped(
    run: Run, mine: Path, body: str, returned: str, shown: str
) -> None:
    file = written(mine, body)
    words = f"mine.py returned {returned}, clipped to {shown}"
    explained = run("explain", "445", "--eval", file, "--for", "first")
    assert explained.code == 0
    assert f"mine.py for ●: {shown}\n{words}" in explained.out
    for style in ("markdown", "json"):
        assert (
            words in run("explain", "445", "--for", "first", "--eval", file, "--format", style).out
        )
    evaluated = run("evaluate", "445", "--for", "first", "--eval", file)
    assert evaluated.out == f"{int(shown)}\n"
    assert evaluated.err.startswith(words)
    (remark,) = run("evaluate", "445", "--for", "first", "--eval", file, "--json").json["remarks"]
    assert remark["kind"] == "clipped"
    assert remark["words"].startswith(words)


def test_the_end_of_the_band_itself_is_not_clipped(run: Run, mine: Path) -> None:
    file = written(mine, "return 10**14")
    assert run("explain", "44", "--eval", file, "--json").json["remarks"] == []
    assert run("evaluate", "44", "--eval", file).err == ""


def test_a_value_that_only_a_removed_stone_clips_is_told_as_such(mine: Path) -> None:
    file = written(mine, "return 10**20 if (board == me).sum() < 2 else 3")
    (remark,) = explain(load_evaluator(file), Position.from_moves("445"), Side.FIRST).remarks
    assert "mine.py returned 1e+20 with a stone removed, clipped" in remark.words


def test_an_object_that_returns_too_much_is_told_as_well() -> None:
    class Huge:
        name = "huge"

        def evaluate(self, position: Position, side: Side) -> int:
            return 10**20

    (remark,) = explain(as_evaluator(Huge()), Position.start(), Side.FIRST).remarks
    assert (remark.kind, "huge returned 1e+20" in remark.words) == ("clipped", True)


# ── asked twice ──────────────────────────────────────────────────────────────────────────────

RANDOM = "return random.random()"
STATE = "calls.append(1); return len(calls) + int((board == me).sum())"
LAST_BOARD = "calls.append(board.sum()); return int(calls[-2] - calls[-1])"
"""Of two calls with the same board in a row, the second gives the same each time."""


@pytest.mark.parametrize("body", [RANDOM, STATE, LAST_BOARD])
def test_a_function_that_is_not_repeatable_is_told(run: Run, mine: Path, body: str) -> None:
    file = written(mine, body, "import random\ncalls = [0]\n")
    told = run("explain", "4453", "--eval", file)
    assert told.code == 0
    assert "for the same board: it is random or keeps state" in told.out.splitlines()[-1]
    (remark,) = run("explain", "4453", "--eval", file, "--json").json["remarks"]
    assert remark["kind"] == "not repeatable"
    assert remark["words"].startswith("mine.py gave ")


def test_a_function_that_remembers_what_it_said_is_repeatable(run: Run, mine: Path) -> None:
    body = "return known.setdefault(board.tobytes(), int((board == me).sum()))"
    file = written(mine, body, "known = {}\n")
    assert run("explain", "4453", *STONES, "--eval", file, "--json").json["remarks"] == []


# ── rounding ─────────────────────────────────────────────────────────────────────────────────


def test_a_rest_that_is_rounding_is_none(run: Run, mine: Path) -> None:
    body = "return 0.1 * int((board == me).sum()) - 0.7 * int((board == opponent).sum())"
    file = written(mine, body)
    said = run("explain", "44536", *STONES, "--eval", file, "--for", "first", "--json").json
    assert "rest" not in {c["term"] for c in said["contributions"]}
    assert said["steps"][-1] == {
        "title": "the rest: stones working together", "points": 0, "note": "0 within rounding",
    }  # fmt: skip
    assert "e-1" not in run("explain", "44536", *STONES, "--eval", file).out


def test_whole_numbers_are_never_rounded_away(mine: Path) -> None:
    file = written(mine, "return 10**13 * int((board == me).sum()) + (board[5, 3] == me)*1 + 0")
    explanation = explain(load_evaluator(file), Position.from_moves("415"), Side.FIRST)
    assert 10**13 + 1 in {c.points for c in explanation.contributions}


def test_columns_of_fractions_stay_in_line(run: Run, mine: Path) -> None:
    body = "return int((board == me).sum()) / 30 - 0.5 * int((board == opponent).sum())"
    file = written(mine, body)
    out = run("explain", "4453", "--eval", file, "--for", "first").out
    rows = [
        line for line in out.splitlines() if line.startswith("  ") and ("●" in line or "○" in line)
    ]
    assert len(rows) == 4
    assert len({n for row in rows for n, c in enumerate(row) if c == "."}) == 2  # two columns
    assert "+0.0333333 " in out
    points = [
        c["points"]
        for c in run("explain", "4453", "--eval", file, "--json", "--for", "first").json[
            "contributions"
        ]
    ]
    assert any(0 < abs(p - 1 / 30) < 1e-15 or p == 1 / 30 for p in points)


def test_the_empty_board_is_no_work_of_stones(run: Run, mine: Path) -> None:
    file = written(mine, "return 7 + int((board == me).sum())")
    shown = run("explain", "4453", *STONES, "--eval", file, "--for", "first", "--json")
    steps = shown.json["steps"]
    assert [(step["title"], step["points"]) for step in steps] == [
        ("effect of removing each stone", 2),
        ("the empty board", 7),
        ("the rest: stones working together", 0),
    ]


def test_a_function_that_fails_on_the_empty_board_is_explained_all_the_same(mine: Path) -> None:
    file = written(mine, "return 1 / (board == me).sum()")
    explanation = explain(load_evaluator(file), Position.from_moves("44516"), Side.FIRST)
    assert [step.title for step in explanation.steps] == [
        "effect of removing each stone", "the rest: stones working together",
    ]  # fmt: skip


# ── how many lines ───────────────────────────────────────────────────────────────────────────


def lines(columns: int, rows: int, k: int, across: int, up: int) -> int:
    """By trying every cell as the first one."""
    return sum(
        0 <= c + (k - 1) * across < columns and 0 <= r + (k - 1) * up < rows
        for c, r in itertools.product(range(columns), range(rows))
    )


@pytest.mark.parametrize(
    "game", ["drop:7x6:4", "drop:8x7:4", "place:15x15:5", "place:9x3:4", "tictactoe", "drop:5x4:2"]
)
def test_the_number_of_lines_is_given_where_lines_are_counted(run: Run, game: str) -> None:
    spec = GameSpec.parse(game)
    size = spec.columns, spec.rows, spec.target
    horizontal, vertical = lines(*size, 1, 0), lines(*size, 0, 1)
    diagonal = lines(*size, 1, 1) + lines(*size, 1, -1)
    words = (
        f"{horizontal + vertical + diagonal} lines of {spec.target} on {spec.columns}×{spec.rows} "
        f"= {horizontal} horizontal + {vertical} vertical + {diagonal} diagonal"
    )
    if game == "drop:7x6:4":
        assert words == "69 lines of 4 on 7×6 = 24 horizontal + 21 vertical + 24 diagonal"
    assert lines_in_words(spec) == words
    for name in ("open-lines", "center-window"):
        assert words in run("explain", "-", "--eval", name, "--game", game).out
        assert words in run("formula", "--eval", name, "--game", game).out
        assert (
            run("explain", "-", "--eval", name, "--game", game, "--json").json["counted"] == words
        )
    assert "lines of" not in run("formula", "--eval", "open-lines", "--format", "latex").out


def test_a_formula_says_what_its_letters_mean(run: Run) -> None:
    """Fault: the column ⌊m / 2⌋ of seven is the fourth, which only reports told."""
    out = run("formula", "--eval", "center-window").out
    assert "k is the target, m the number of columns. Columns are counted from 0 in the" in out
    assert "counted from 0" not in run("formula", "--eval", "open-lines").out


# ── square-value, square by square ───────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["connect4", "place:4x4:3", "drop:5x5:3"])
def test_the_first_of_the_rated_squares_is_played_and_ties_are_told(game: str) -> None:
    chance, seen = random.Random(3), set()
    for _ in range(60):
        position = Position.start(game)
        for _ in range(chance.randint(0, 12)):
            if position.ending() is None:
                position = position.play(chance.choice(list(position.legal_moves())))
        if position.ending() is not None:
            continue
        side = chance.choice(list(Side))
        rated = rated_squares(position, side)
        assert rated[0][0] == best_square(position, side)
        assert {square.cell for square, _ in rated} == set(position.legal_moves())
        values = [square.value for square, _ in rated]
        assert values == sorted(values, reverse=True)
        explanation = explain_best_square(position, side)
        first, *others = explanation.squares
        assert first.standing.startswith("played: ")
        for square in others:
            assert square.standing.startswith("tied, but ") == (square.value == first.value)
            seen.add(square.standing)
        tied_with = [s for s in others if s.value == first.value]
        assert ("tied" in first.standing) == bool(tied_with)
    assert len(seen) >= 3


def test_a_win_is_worth_infinity_in_every_line(run: Run) -> None:
    out = run("explain", "112233", "--eval", "square-value").out
    assert "square d1: infinity" in out
    assert "d1      infinity" in out
    assert "square d1: +3" not in out
    said = run("explain", "112233", "--eval", "square-value", "--json").json
    assert said["steps"][0]["points"] is None
    assert said["squares"][0]["value"] is None
    assert [s["square"] for s in said["squares"]][:2] == ["d1", "e1"]
    assert (
        "infinity" in run("explain", "112233", "--eval", "square-value", "--format", "markdown").out
    )


# ── what a move changes ──────────────────────────────────────────────────────────────────────


def test_a_change_says_what_became_of_the_line(run: Run) -> None:
    out = run("explain", "1213", "--eval", "open-lines", "--move", "1").out
    assert "line a1–a4 now has 3 of 4" in out
    out = run("explain", "121", "--eval", "open-lines", "--move", "1").out
    assert "line a1–a4 is blocked" in out
    changes = run("explain", "121", "--eval", "open-lines", "--move", "1", "--json").json["changes"]
    assert {"line a1–a4 is blocked"} <= {change["words"] for change in changes}


def test_every_change_has_words() -> None:
    chance = random.Random(5)
    for evaluator in CATALOGUE.values():
        for _ in range(20):
            position = Position.start()
            for _ in range(chance.randint(0, 20)):
                if position.ending() is None:
                    position = position.play(chance.choice(list(position.legal_moves())))
            if position.ending() is not None:
                continue
            move = chance.choice(list(position.legal_moves()))
            for change in explain_move(evaluator, position, move, Side.FIRST).changes:
                assert change.words
                json.dumps(change.words)


def test_a_move_needs_terms(run: Run, mine: Path) -> None:
    done = run("explain", "44", "--move", "1", "--eval", written(mine, "return 0"))
    assert done.code == 2
    assert "--move needs an evaluator made of terms, and mine.py is not" in done.err


@pytest.mark.slow
def test_a_grade_of_a_random_function_says_so(run: Run, mine: Path) -> None:
    file = written(mine, RANDOM, "import random\n")
    player = f"alphabeta:eval={file},depth=1"
    command = "grade", player, "--count", "3", "--workers", "1", "--game", "drop:4x4:3"
    assert "is random or keeps state" in run(*command, "--blunders", "0").out.splitlines()[-1]
    (remark,) = run(*command, "--json").json["remarks"]
    assert remark["kind"] == "not repeatable"
    steady = f"alphabeta:eval={written(mine, 'return int(board[3, 3] == me)')},depth=1"
    assert "remarks" not in run("grade", steady, *command[2:], "--json").json
