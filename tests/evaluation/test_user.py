"""Users' own functions: they run, they compile, and what goes wrong in them is told."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import psutil
import pytest

from kinarow.errors import EvaluatorError
from kinarow.evaluation import OPEN_LINES, Evaluator, explain, load_evaluator
from kinarow.evaluation.user import compiled as user_compiled
from kinarow.evaluation.user import evaluator as user_module
from kinarow.evaluation.user.compiled import (
    CompiledWithin,
    compiled_function,
    compiled_within,
    try_compiling,
)
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.game import GameSpec, Position, Side
from kinarow.game.grid import grid_of
from kinarow.score import HEURISTIC_LIMIT
from kinarow.search import alphabeta
from kinarow.search.deepening import search
from kinarow.search.limits import Limits
from tests.running import Run, wait_until
from tests.strategies import SOAKING

EXAMPLES = Path(__file__).parent.parent / "data" / "evaluators"
CONNECT4 = GameSpec.parse("connect4")
BOARD = Position.from_moves("113225334464434556")


def example(name: str) -> UserEvaluator:
    evaluator = load_evaluator(str(EXAMPLES / f"{name}.py"))
    assert isinstance(evaluator, UserEvaluator)
    return evaluator


def written(tmp_path: Path, text: str) -> UserEvaluator:
    file = tmp_path / "mine.py"
    file.write_text(text)
    evaluator = load_evaluator(str(file))
    assert isinstance(evaluator, UserEvaluator)
    return evaluator


MANNERS = {"loops": -3073, "slices": 1, "arrays": -7.25}


@pytest.mark.parametrize("name", MANNERS)
def test_three_manners_run_as_plain_python(name: str) -> None:
    assert example(name).evaluate(BOARD, Side.FIRST) == MANNERS[name]


@pytest.mark.skipif(not SOAKING, reason="takes long; compiled and plain searches are compared, too")
@pytest.mark.parametrize("name", MANNERS)
def test_three_manners_run_compiled(name: str) -> None:
    evaluator = example(name)
    verdict = try_compiling(evaluator, CONNECT4)
    assert verdict.trusted, verdict.reason
    compiled = compiled_function(evaluator)
    random = Random(5)
    for _ in range(200):
        position = Position.start()
        for _ in range(random.randint(0, 30)):
            if position.legal_moves():
                position = position.play(random.choice(position.legal_moves()))
        side = random.choice(list(Side))
        arguments = evaluator.arguments(grid_of(position).astype(np.int64), CONNECT4, side)
        assert compiled(*arguments) == pytest.approx(evaluator.evaluate(position, side), rel=1e-12)


def test_an_explanation_is_what_each_stone_adds() -> None:
    evaluator = example("loops")
    explanation = explain(evaluator, BOARD, Side.FIRST)
    assert explanation.score == -3073
    assert explanation.contributions[-1].total == -3073
    assert sum(c.points for c in explanation.contributions) == -3073
    stone = next(c for c in explanation.contributions if str(c.cells[0]) == "d5")
    without = grid_of(BOARD)
    without[1, 3] = 0
    assert stone.points == -3073 - evaluator.value(without, CONNECT4, Side.FIRST)


def test_it_searches_and_travels() -> None:
    evaluator = example("slices")
    assert alphabeta(Position.from_moves("112233"), evaluator, 2).move.name == "d1"
    twin = pickle.loads(pickle.dumps(evaluator))
    assert twin == evaluator
    assert twin.evaluate(BOARD, Side.FIRST) == evaluator.evaluate(BOARD, Side.FIRST)
    assert evaluator.motivation == ""
    assert example("loops").motivation.startswith("Stones on good squares")


def test_half_a_character_in_a_docstring_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(
        'def evaluate(board, me, opponent):\n    """Half \\ud83d of a sign"""\n    return 0\n'
    )
    motivation = load_evaluator(str(tmp_path / "half.py")).motivation
    assert motivation.encode() == b"Half \\ud83d of a sign"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return board[9][0]", "mine.py, line 2: IndexError: index 9 is out of bounds"),
        ("return 1 / 0", "mine.py, line 2: ZeroDivisionError"),
        ("return float('nan')", "mine.py, line 1: evaluate returned nan"),
        ("return 'good'", "evaluate returned 'good' (str), not a number"),
        ("return None", "evaluate returned None (NoneType), not a number"),
        ("return board", "(ndarray), not a number"),
        ("board[0][0] = 1; return 0", "evaluate changed the board it was given"),
        ("import sys; sys.exit(3)", "mine.py, line 2: SystemExit: 3"),
        ("while True: pass", "evaluate did not end within 0.3 seconds"),
        ("return evaluate(board, me, opponent)", "mine.py, line 2: RecursionError"),
    ],
)
def test_what_goes_wrong_is_told_with_file_line_and_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, words: str
) -> None:
    monkeypatch.setattr(user_module, "SECONDS_A_CALL", 0.3)
    evaluator = written(tmp_path, f"def evaluate(board, me, opponent):\n    {body}\n")
    with pytest.raises(EvaluatorError) as caught:
        evaluator.evaluate(Position.from_moves("44"), Side.FIRST)
    assert words in str(caught.value)
    assert "on the board drop:7x6:4 7/7/7/7/3O3/3X3" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "body"),
    [
        ("board, me, o", "True"),
        ("board, me, o", "board[5, 3] == me"),
        ("board", "board[5, 3] == 1"),
    ],
)
def test_yes_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, body: str) -> None:
    """And minus one for the second side, where a function judges for the first."""
    monkeypatch.setattr(user_compiled, "try_compiling", user_compiled.judge)
    evaluator = written(tmp_path, f"def evaluate({given}):\n    return {body}\n")
    position = Position.from_moves("44")
    assert evaluator.evaluate(position, Side.FIRST) == 1
    assert evaluator.why_not_compiled(position.spec) == ""
    for here in (position, Position.from_moves("4")):
        assert search(here, evaluator, Limits(2)).score == alphabeta(here, evaluator, 2).score


def test_infinity_is_the_most_an_opinion_may_say(tmp_path: Path) -> None:
    evaluator = written(tmp_path, "def evaluate(b, me, o):\n    return float('-inf')\n")
    assert evaluator.evaluate(BOARD, Side.FIRST) == -HEURISTIC_LIMIT


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def evaluate(:\n", "mine.py, line 1: SyntaxError"),
        ("x = 1\ny = x / 0\n", "mine.py, line 2: ZeroDivisionError"),
        ("raise SystemExit(4)", "mine.py, line 1: SystemExit"),
        ("import no_such_module_here", "ModuleNotFoundError"),
        (
            "def evaluate(a, b, c, d, e):\n    return 0\n",
            "evaluate must take (board), (board, me),",
        ),
        ("def evaluate(*stones):\n    return 0\n", "evaluate must take (board), (board, me),"),
        ("def evaluate(board, *, me):\n    return 0\n", "evaluate must take (board), (board"),
        ("def evaluate(me, x, y):\n    return 0\n", "evaluate must take (board), (board, me),"),
        ("class evaluate: pass\n", "evaluate is a class, not a function of (board, me, opponent)"),
        ("x = 1\n", "has no function `evaluate(board, me, opponent)` and no Evaluator"),
        ("evaluate = 5\n", "evaluate is of type int, not a function"),
    ],
)
def test_a_file_that_is_no_evaluator(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(EvaluatorError) as caught:
        written(tmp_path, text)
    assert words in str(caught.value)


def test_an_endless_file_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_module, "SECONDS_TO_LOAD", 0.3)
    with pytest.raises(EvaluatorError, match=r"did not end within 0\.3 seconds"):
        written(tmp_path, "while True: pass\n")


def test_evaluators_as_objects_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    one = "from kinarow import *\nmine = Evaluator('mine', Column('center', own=3))\n"
    file.write_text(one)
    mine = load_evaluator(str(file))
    assert isinstance(mine, Evaluator)
    assert mine.evaluate(Position.from_moves("4"), Side.FIRST) == 3
    file.write_text(one + "yours = Evaluator('yours', Column('center', own=4))\n")
    assert load_evaluator(f"{file}:yours").name == "yours"
    with pytest.raises(EvaluatorError, match=r"2 Evaluators: say which, as mine\.py:mine"):
        load_evaluator(str(file))
    with pytest.raises(EvaluatorError, match="did you mean yours"):
        load_evaluator(f"{file}:your")


def test_what_it_prints_is_no_part_of_the_answer(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "chatty.py"
    file.write_text(
        "print('hello')\ndef evaluate(b, me, o):\n    print('thinking')\n    return 7\n"
    )
    done = run("evaluate", "44", "--eval", str(file), "--json")
    assert done.json["score"] == 7
    assert done.err == "hello\nthinking\n"


# ── compiling ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return len({me: 1, 'x': 2})", "in a way that the compiler does not know"),
        ("return board[9][0]", "IndexError"),
        ("return int(board[0, 0]) * 2**40 * 2**40", "where plain Python says"),
    ],
)
def test_what_cannot_be_trusted_is_not_and_why(tmp_path: Path, body: str, words: str) -> None:
    text = f"def evaluate(board, me, opponent):\n    {body}\n"
    verdict = user_compiled.judge(written(tmp_path, text), GameSpec(1, 1, 1, gravity=False))
    assert not verdict.trusted
    assert words in verdict.reason


@pytest.mark.slow
def test_compiled_code_that_does_not_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Plain Python leaves the loop when the numbers grow past 64 bits; compiled they never do.
    text = (
        "def evaluate(board, me, opponent):\n"
        "    x = 1\n"
        "    while 0 < x + 1 and x < 2**63 or x == 0:\n"
        "        x = 2 * x\n"
        "    return 0\n"
    )
    monkeypatch.setattr(user_compiled, "SECONDS_TO_TRY", 2.0)
    verdict = try_compiling(written(tmp_path, text), CONNECT4)
    assert not verdict.trusted


@pytest.mark.slow
def test_a_crash_stays_in_its_own_process(tmp_path: Path) -> None:
    text = "import os\ndef evaluate(b, me, o):\n    os._exit(41)\n"
    verdict = try_compiling(written(tmp_path, text), CONNECT4)
    assert not verdict.trusted
    assert "exit code 41" in verdict.reason


PARTICULAR = """
def evaluate(board):
    if board[5, 0] == board[5, 1] == board[5, 2] == board[5, 4] == board[5, 5] == board[5, 6] == 2:
        raise ValueError("not this one")
    return board[5, 3] - 2 * board[4, 3] + 0.5
"""
NOT_THIS_ONE = """
.......
.......
.......
.......
XX.XX.X
OOOXOOO
"""


@pytest.mark.slow
def test_compiled_in_the_process_that_runs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says what the plain one says, words for errors included."""
    monkeypatch.setattr(user_compiled, "verdict", user_compiled.judge)
    plain = written(tmp_path, PARTICULAR)
    fast = compiled_within(plain, CONNECT4)
    assert isinstance(fast, CompiledWithin)
    random, position = Random(7), Position.start()
    for _ in range(60):
        position = position.play(random.choice(position.legal_moves()))
        position = Position.start() if position.is_over else position
        for side in Side:
            assert fast.evaluate(position, side) == plain.evaluate(position, side)
    with pytest.raises(EvaluatorError, match="line 4: ValueError: not this one"):
        fast.evaluate(Position.from_board(NOT_THIS_ONE.strip(), CONNECT4), Side.FIRST)
    larger = Position.from_moves("44", "drop:8x7:4")
    assert fast.evaluate(larger, Side.SECOND) == plain.evaluate(larger, Side.SECOND)
    uncompilable = example("uncompilable")
    assert compiled_within(uncompilable, CONNECT4) is uncompilable
    assert compiled_within(OPEN_LINES, CONNECT4) is OPEN_LINES


# ── files as plain Python has them ───────────────────────────────────────────────────────────


def test_helpers_are_those_beside_the_file(tmp_path: Path) -> None:
    """Of two files in folders of their own each has its own, whichever was loaded first."""
    text = "import helper\ndef evaluate(board, me, opponent):\n    return helper.WORTH\n"
    found = []
    for name, worth in (("one", 1), ("two", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "helper.py").write_text(f"WORTH = {worth}\n")
        found.append(written(tmp_path / name, text))
    values = [one.evaluate(Position.start(), Side.FIRST) for one in (*found, *found)]
    assert values == [1, 2, 1, 2]


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("evaluate = lambda board, me, opponent: 3\n", 3),
        ("def evaluate(board, me, opponent, weight=10):\n    return weight\n", 10),
        ("def evaluate(board, me, opponent, game=None):\n    return game.columns\n", 7),
        ("class E:\n    def f(self, b, me, o):\n        return 4\nevaluate = E().f\n", 4),
        ("def evaluate(board, me, opponent):\n    return int(board.max()) * 100 * 300\n", 60_000),
        ("def evaluate(board, me, opponent):\n    return 10**400\n", HEURISTIC_LIMIT),
        ("import beside\ndef evaluate(board, me, opponent):\n    return beside.FIVE\n", 5),
        (
            "from __future__ import annotations\nfrom dataclasses import dataclass\n"
            "@dataclass\nclass W:\n    x: int = 6\n"
            "def evaluate(board, me, opponent):\n    return W().x\n",
            6,
        ),
    ],
)
def test_ordinary_python_works_and_travels(tmp_path: Path, text: str, score: int) -> None:
    (tmp_path / "beside.py").write_text("FIVE = 5\n")
    evaluator = written(tmp_path, text)
    assert evaluator.evaluate(Position.from_moves("44"), Side.FIRST) == score
    twin = pickle.loads(pickle.dumps(evaluator))
    assert twin.evaluate(Position.from_moves("44"), Side.FIRST) == score


def test_nobody_answers_its_questions(tmp_path: Path) -> None:
    evaluator = written(tmp_path, "def evaluate(b, me, o):\n    return float(input())\n")
    with pytest.raises(EvaluatorError, match="EOFError"):
        evaluator.evaluate(Position.start(), Side.FIRST)


def test_differences_are_exact(tmp_path: Path) -> None:
    evaluator = written(tmp_path, "def evaluate(b, me, o):\n    return 0.1 * (b == me).sum()\n")
    explanation = explain(evaluator, Position.from_moves("4433"), Side.FIRST)
    assert [c.points for c in explanation.contributions] == [0.1, 0.1]
    assert explanation.score == 0.2


@pytest.mark.slow
def test_an_edited_file_is_another_evaluator_and_infinity_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_compiled, "try_compiling", user_compiled.judge)
    first = written(tmp_path, "def evaluate(b, me, o):\n    return 1.0\n")
    assert search(Position.start(), first, Limits(depth=1)).score == 1
    second = written(tmp_path, "import math\ndef evaluate(b, me, o):\n    return math.inf\n")
    assert second != first
    assert search(Position.start(), second, Limits(depth=1)).score == HEURISTIC_LIMIT
    assert user_compiled.verdict(second, CONNECT4).trusted


REFUSED = "line 3 uses é, which is a set"


@pytest.mark.parametrize("reason", ["", REFUSED])
def test_whether_it_may_run_compiled_is_kept_until_something_is_edited(
    reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = user_compiled.CompileVerdict(not reason, reason, lasts=True)
    tried: list[UserEvaluator] = []

    def try_once(evaluator: UserEvaluator, spec: GameSpec) -> user_compiled.CompileVerdict:
        tried.append(evaluator)
        return found

    monkeypatch.setattr(user_compiled, "try_compiling", try_once)
    monkeypatch.setattr("kinarow.native.cache.folder", lambda: tmp_path)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "weights.py").write_text("W = 1\n")

    def tries(text: str, spec: GameSpec = CONNECT4) -> int:
        user_compiled.verdict.cache_clear()  # as a new process begins
        tried.clear()
        assert user_compiled.verdict(written(tmp_path / "own", text), spec) == found
        return len(tried)

    text = "def evaluate(b, me, o):\n    return 1.0\n"
    assert [tries(text), tries(text)] == [1, 0]
    assert tries(text, GameSpec(5, 5, 4, gravity=True)) == 1
    assert tries(text.replace("1", "2")) == 1
    (tmp_path / "own" / "weights.py").write_text("W = 2\n")
    assert [tries(text), tries(text)] == [1, 0]
    found = replace(found, trusted=False, reason="took too long", lasts=False)
    assert [tries(text.replace("1", "3")), tries(text.replace("1", "3"))] == [1, 1]
    user_compiled.verdict.cache_clear()


@pytest.mark.slow
def test_a_script_without_a_guard_can_search_with_it(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def evaluate(b, me, o):\n    return 5.0\n")
    script = tmp_path / "script.py"
    script.write_text(
        "from kinarow import load_evaluator, Position\n"
        "from kinarow.search.deepening import search\n"
        "from kinarow.search.limits import Limits\n"
        f"mine = load_evaluator({str(tmp_path / 'mine.py')!r})\n"
        "print(search(Position.start(), mine, Limits(depth=1)).score)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "5.0\n", done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_files_of_any_name_may_lie_beside_it(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xef.py")).write_text("")
    assert (
        written(tmp_path, "def evaluate(b, me, o):\n    return 3\n").evaluate(BOARD, Side.FIRST)
        == 3
    )


def test_an_error_without_words_has_a_name(tmp_path: Path) -> None:
    evaluator = written(tmp_path, "def evaluate(b, me, o):\n    raise MemoryError\n")
    with pytest.raises(EvaluatorError, match=r"mine\.py, line 2: MemoryError \(on the board"):
        evaluator.evaluate(BOARD, Side.FIRST)


@pytest.mark.slow
def test_it_means_the_same_in_another_process_whatever_becomes_of_its_file(tmp_path: Path) -> None:
    evaluator = written(tmp_path, "def evaluate(b, me, o):\n    return 3\n")
    packed = pickle.dumps(evaluator)
    (tmp_path / "mine.py").write_text("nonsense(\n")
    assert pickle.loads(packed) == evaluator
    assert pickle.loads(packed).evaluate(BOARD, Side.FIRST) == 3
    (tmp_path / "mine.py").unlink()
    assert pickle.loads(packed).evaluate(BOARD, Side.FIRST) == 3


@pytest.mark.slow
def test_what_was_read_is_compiled_whatever_becomes_of_its_file(tmp_path: Path) -> None:
    evaluator = written(tmp_path, "def evaluate(b, me, o):\n    return 3\n")
    (tmp_path / "mine.py").unlink()
    assert try_compiling(evaluator, GameSpec(1, 1, 1, gravity=False)).trusted


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_trial_ends_with_the_process_that_began_it(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    file = tmp_path / "mine.py"
    file.write_text(
        f"import os\nopen({str(pid_file)!r}, 'w').write(str(os.getpid()))\nwhile True: pass\n"
    )
    code = (
        "from kinarow.evaluation.user import compiled as u\n"
        "from kinarow.evaluation.user.parameters import Parameters\n"
        "from pathlib import Path\n"
        "from types import SimpleNamespace as S\n"
        "from kinarow.game import GameSpec\n"
        f"path = Path({str(file)!r})\n"
        "e = S(parameters=S(rows='top'), attribute='evaluate', path=path, code=path.read_bytes())\n"
        "u.try_compiling(e, GameSpec.parse('tictactoe'))\n"
    )
    starting = subprocess.Popen([sys.executable, "-c", code])
    wait_until(lambda: pid_file.exists() and pid_file.read_text(), "the trial has not begun")
    starting.kill()
    starting.wait()
    trial = int(pid_file.read_text())
    wait_until(lambda: not psutil.pid_exists(trial), "the trial goes on")
