"""Formulas found for functions as students write them, their calls, and mistakes named."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import random

import pytest

from kinarow import Position, Side, explain, find_evaluator, load_evaluator, understand
from kinarow.errors import EvaluatorError
from kinarow.evaluation import Column, Evaluator, Explanation
from kinarow.evaluation.catalogue import WORKED_EXAMPLES
from kinarow.evaluation.understood import kept, understanding
from kinarow.evaluation.understood.explaining import explain_function
from kinarow.evaluation.understood.understanding import Understanding
from kinarow.game import GameSpec
from tests.running import Run
from tests.strategies import SOAKING

FUNCTIONS = Path(__file__).parent.parent / "data" / "functions"
WRONG: dict[str, str] = json.loads((FUNCTIONS / "wrong.json").read_text())
CONNECT4 = GameSpec.parse("connect4")

NAMED = {
    "no_rising_diagonals.py": "rising diagonals are not counted",
    "vertical_forgotten.py": "columns are not counted",
    "last_column_missed.py": "windows that touch the last column (g) are missed in rows, "
    "falling diagonals and rising diagonals",
    "top_row_never_read.py": "the top row is never read",
    "vertical_off_by_one.py": "windows that touch the bottom row are missed in columns",
    "rows_counted_twice.py": "rows are counted twice",
    "main_diagonal_twice.py": "of the falling diagonals, the one from a6 to f1 is counted twice",
    "sides_exchanged.py": "the two sides are exchanged",
    "always_for_player_one.py": "the score is the same whichever side asks",
    "table_upside_down.py": "own stones are worth more the higher they lie",
    "centre_off_by_one.py": "column c counts by itself; the centre is column d",
    "integer_division.py": "cut off, always downwards",
    "gap_for_one_side.py": "your 3 as X.XX count, theirs do not",
    "one_way_strings.py": "in rows, XXX. counts, but .XXX does not",
    "blocked_lines_count.py": "count also where the opponent has the other cells",
    "wraps_around.py": "lines that leave the board at the left edge, downwards",
    "loss_not_seen.py": "a won board is worth 10000, but a lost one is not seen as such",
    "first_column_missed.py": "the first column (a) is never read",
    "one_diagonal_twice.py": "falling diagonals are counted twice",
}
"""What is said of each planted mistake; of one nothing is said."""
QUICK_RIGHT = ("doc1_center_window", "mobility", "tempo", "clamped", "convolve_signs", "bitboards")
QUICK_WRONG = ("last_column_missed", "integer_division", "always_for_player_one", "one_way_strings")
BY_CALLS = {"doc4_square_values.py", "odd_even_threats.py"}
NOT_UNDERSTOOD = {"groupby_runs.py", "share_of_lines.py"}


@pytest.fixture
def few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as a formula needs, not as many as a claim should have."""
    monkeypatch.setattr(understanding, "_BOARDS", 1_300)
    monkeypatch.setattr(understanding, "_TO_FIND", 1_000)
    monkeypatch.setattr(understanding, "_SECONDS", 60.0)


def right(name: str) -> str:
    return str(FUNCTIONS / "right" / f"{name}.py")


def wrong(name: str) -> str:
    return str(FUNCTIONS / "wrong" / f"{name}.py")


def check_claim(known: Understanding, file: str) -> None:
    """The formula equals the function on boards that nobody has asked about."""
    function = load_evaluator(file)
    for moves in ("113225334464434556", "3661535465557665173364", "4151617"):
        for position in Position.along(moves, "connect4"):
            for side in Side:
                assert known.equals(position, side, function.evaluate(position, side))


# ── right functions ──────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK_RIGHT)
def test_a_formula_is_found_and_no_mistake(few_boards: None, name: str) -> None:
    known = understand(right(name))
    assert known.is_exact
    assert known.mistakes == ()
    assert known.claim == f"{name}.py equals the formula on all 1,300 boards tried"
    check_claim(known, right(name))


@pytest.mark.skipif(not SOAKING, reason="two minutes")
@pytest.mark.slow
@pytest.mark.parametrize("file", sorted((FUNCTIONS / "right").glob("*.py")), ids=lambda f: f.name)
def test_of_thirty_functions_28_are_understood(file: Path) -> None:
    known = understand(file)
    assert known.mistakes == ()
    assert known.is_exact is (file.name not in BY_CALLS | NOT_UNDERSTOOD)
    assert bool(known.calls) is (file.name in BY_CALLS)
    if known.is_exact:
        check_claim(known, str(file))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("doc1_center_window", "center-window"),
        ("doc2_open_lines", "open-lines"),
        ("doc3_anchored_runs", "anchored-runs"),
        ("doc5_phased_traps", "phased-traps"),
    ],
)
def test_the_documents_worked_examples_come_out_of_plain_functions(
    few_boards: None, name: str, document: str
) -> None:
    known = understand(right(name))
    position = Position.from_moves(WORKED_EXAMPLES[document])

    def counted(explanation: Explanation) -> Counter[object]:
        return Counter((c.cells, c.points) for c in explanation.contributions)

    for side in Side:
        ours = known.explain(position, side)
        assert ours is not None
        theirs = explain(find_evaluator(document), position, side)
        assert ours.score == theirs.score
        assert counted(ours) == counted(theirs)
        if document == "center-window":  # in its order, too, with its running totals
            assert [c.total for c in ours.contributions] == [c.total for c in theirs.contributions]


@pytest.mark.slow
def test_its_own_calls_are_the_worked_example_where_there_is_no_formula(few_boards: None) -> None:
    function = load_evaluator(right("doc4_square_values"))
    known = understand(function)
    assert known.evaluator is None
    assert known.calls is not None
    assert known.claim == (
        "the calls of the own functions of doc4_square_values.py add up to its score on all 400 "
        "boards on which they were recorded"
    )
    assert Understanding.from_json(json.loads(json.dumps(known.to_json()))) == known
    position = Position.from_moves("4453")
    explanation = known.calls.explain(function, position, Side.FIRST)  # type: ignore[arg-type]
    assert explanation is not None
    assert explanation.score == function.evaluate(position, Side.FIRST)
    assert sum(c.points for c in explanation.contributions) == explanation.score
    first = explanation.contributions[0]
    # The square a1, with four cells on its row within reach: two of ours, at d1 and e1.
    assert first.term == "value(5, 0, 1, 4) = 2"
    assert {cell.name for cell in first.cells} >= {"d1", "e1"}


def test_its_own_functions_are_recorded_only_where_they_change_nothing(few_boards: None) -> None:
    def noticing(board: object, me: int, opponent: int) -> float:
        import sys

        return 1.0 if sys.getprofile() else 2.0 + random() * 0

    assert understand(noticing).calls is None


# ── wrong functions ──────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK_WRONG)
def test_a_mistake_is_named(few_boards: None, name: str) -> None:
    known = understand(wrong(name))
    assert NAMED[f"{name}.py"] in " | ".join(known.mistakes)


@pytest.mark.skipif(not SOAKING, reason="a minute")
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(WRONG))
def test_of_twenty_mistakes_19_are_named(name: str) -> None:
    said = " | ".join(understand(FUNCTIONS / "wrong" / name).mistakes)
    assert NAMED.get(name, "nothing") in (said or "nothing")


# ── what is said and kept ────────────────────────────────────────────────────────────────────


def test_a_random_function_has_no_formula(few_boards: None) -> None:
    known = understand(lambda board, me, opponent: random())
    assert not known.is_exact
    assert known.whys[0].endswith("for the same board: it is random or keeps state")


def test_a_formula_that_does_not_hold_on_a_board_is_not_shown_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(board, me, opponent):\n    return 2\n")
    claimed = Understanding("mine.py", CONNECT4, 99, evaluator=Evaluator("m", Column(own=1)))
    monkeypatch.setattr(
        "kinarow.evaluation.understood.explaining.understood", lambda *given: claimed
    )
    shown = explain_function(load_evaluator(str(file)), Position.start("connect4"), Side.FIRST)
    assert shown.score == 2
    assert "stone by stone" in shown.claim
    assert "but not on this one: it says 2 here" in shown.claim
    with pytest.raises(EvaluatorError, match="but not on this one"):
        explain_function(load_evaluator(str(file)), Position.start(), Side.FIRST, "formula")


def test_it_is_kept_by_the_files_content(
    few_boards: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "kept").mkdir()
    monkeypatch.setattr("kinarow.native.cache.folder", lambda: tmp_path / "kept")
    (tmp_path / "own").mkdir()
    file = tmp_path / "own" / "mine.py"
    file.write_text("def evaluate(board, me, opponent):\n    return (board[:, 3] == me).sum()\n")
    known = kept.understood(load_evaluator(str(file)), CONNECT4)
    assert known.is_exact
    with monkeypatch.context() as context:
        context.setattr(kept, "understand", None)  # it is not asked again
        assert kept.understood(load_evaluator(str(file)), CONNECT4) == known
    file.write_text("def evaluate(board, me, opponent):\n    return (board[:, 2] == me).sum()\n")
    assert kept.understood(load_evaluator(str(file)), CONNECT4) != known


def test_a_slow_function_gets_fewer_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(understanding, "_FEWEST", 200)
    known = understand(lambda board, me, opponent: (board[:, 3] == me).sum(), seconds=0.0)
    assert known.is_exact
    assert known.claim.endswith("equals the formula on all 200 boards tried")


@pytest.mark.parametrize("game", ["tictactoe", "place:3x3:1", "drop:2x2:2", "drop:1x8:4"])
def test_small_boards(few_boards: None, game: str) -> None:
    known = understand(lambda board, me, opponent: (board == me).sum(), game)
    assert known.tried > 5
    assert known.is_exact or known.whys


def test_what_is_cut_off_is_said_in_the_explanation() -> None:
    known = Understanding(
        "mine", CONNECT4, 9, evaluator=Evaluator("m", Column(own=3)), highest=5, rounded_down=False
    )
    explanation = known.explain(Position.from_moves("4142"), Side.FIRST)
    assert explanation is not None
    assert explanation.score == 5
    assert [step.title for step in explanation.steps] == ["centre column d", "cut off above +5"]
    assert explanation.contributions[-1].points == -1
    assert replace(known, highest=None).is_whole


# ── commands ─────────────────────────────────────────────────────────────────────────────────


def test_explain_shows_the_best_exact_way(few_boards: None, run: Run) -> None:
    file = wrong("no_rising_diagonals")
    said = run("explain", "4453", "--eval", file, "--json").json
    assert said["claim"].startswith("no_rising_diagonals.py equals the formula on all ")
    assert [r["words"] for r in said["remarks"]] == ["rising diagonals are not counted"]
    assert {c["term"] for c in said["contributions"]} == {"windows"}
    stones = run("explain", "4453", "--eval", file, "--by", "stones", "--json").json
    assert stones["score"] == said["score"]
    assert stones["claim"].startswith("stone by stone")
    refused = run("explain", "4453", "--eval", "open-lines", "--by", "calls")
    assert refused.code == 2
    assert "open-lines is no function" in refused.err


@pytest.mark.slow
def test_formula_of_a_file_and_written_as_terms(few_boards: None, run: Run, tmp_path: Path) -> None:
    file, output = right("doc3_anchored_runs"), tmp_path / "terms.py"
    said = run("formula", file)
    assert said.code == 0
    assert said.out.startswith("doc3_anchored_runs.py equals the formula on all 1,300 boards tried")
    assert run("formula", file, "--json").json["tried"] == 1_300
    assert run("formula", file, "--write", str(output)).code == 0
    written, function = load_evaluator(str(output)), load_evaluator(file)
    assert written.of_terms is not None
    assert "on all 1,300 boards tried" in written.source
    for position in Position.along("2322344", "connect4"):
        assert written.evaluate(position, Side.FIRST) == function.evaluate(position, Side.FIRST)


def test_formula_says_why_there_is_none(few_boards: None, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def evaluate(board, me, opponent):\n    return hash(board.tobytes()[::8]) % 1009\n"
    )
    refused = run("formula", str(file))
    assert refused.code == 2
    assert "no formula was found for mine.py from 1,300 boards" in " ".join(refused.err.split())
    assert run("formula", str(file), "--json").json["exact"] is False
    assert run("formula", str(file), "--write", "terms.json").code == 2
    broken = run("formula", right("no_such_file"))
    assert broken.code == 2
    assert "Traceback" not in broken.err
