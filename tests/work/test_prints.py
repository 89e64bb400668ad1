"""What users' code prints: some of it is shown, all of it is counted, none of it is output."""

from __future__ import annotations

from pathlib import Path

import pytest

from kinarow.evaluation import load_evaluator
from kinarow.game import Position, Side
from kinarow.work import prints
from tests.running import Run

PRINTS = "def evaluate(board, me, opponent):\n    print('one\\ntwo', board.sum())\n    return 1\n"
EACH = "class A: pass\nA.x = 1\n" + PRINTS.replace("return 1", "return A.x")


def test_the_first_lines_are_shown_and_the_rest_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(PRINTS)
    evaluator = load_evaluator(str(tmp_path / "mine.py"))
    for _ in range(50):
        evaluator.evaluate(Position.start(), Side.FIRST)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines() == ["one", "two 0"] * (prints.SHOWN // 2)
    assert "mine.py printed 100 lines, of which 80 are not shown" in prints.take_left_out()
    assert not [words for words in prints.take_left_out() if words.startswith("mine.py ")]


def test_a_function_of_the_program_prints_what_it_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from kinarow import as_evaluator

    evaluator = as_evaluator(lambda board, me, opponent: print("x") or 1)
    for _ in range(50):
        evaluator.evaluate(Position.start(), Side.FIRST)
    assert capsys.readouterr().err == "x\n" * 50


@pytest.mark.slow
def test_a_command_tells_how_much_it_did_not_show(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(EACH)
    done = run("analyse", "44", "--eval", str(file), "--depth", "3", "--json")
    assert done.json["candidates"]
    *shown, last = done.err.splitlines()
    assert len(shown) == prints.SHOWN
    assert last.startswith("kinarow: mine.py printed ")
    assert last.endswith(" are not shown")


@pytest.mark.slow
def test_compiled_code_prints_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from kinarow.search.deepening import search
    from kinarow.search.limits import Limits

    (tmp_path / "mine.py").write_text(PRINTS)
    evaluator = load_evaluator(str(tmp_path / "mine.py"))
    position = Position.from_moves("44")
    assert evaluator.why_not_compiled(position.spec) == ""
    assert search(position, evaluator, Limits(3)).depth == 3
    assert capfd.readouterr().out == ""
