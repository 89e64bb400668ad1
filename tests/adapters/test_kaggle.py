"""The file for Kaggle: the same moves as the compiled search, in pure Python, in time."""

from __future__ import annotations

import ast
import math
import random
import subprocess
import sys
import time
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.adapters.kaggle import kaggle_agent
from kinarow.api.contests import play_match
from kinarow.errors import KinarowError
from kinarow.evaluation import (
    CATALOGUE,
    AnyEvaluator,
    Column,
    Evaluator,
    Pattern,
    Squares,
    Traps,
    Windows,
    find_evaluator,
    k,
    load_evaluator,
    powers_of,
)
from kinarow.evaluation.catalogue import FITTED
from kinarow.evaluation.terms import Shape, Tables
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.players import AlphaBetaPlayer, RandomPlayer
from kinarow.players.isolated.player import contestant, end_all
from kinarow.players.user.kaggle_file import configuration_of, observation_of
from kinarow.search import alphabeta
from tests.adapters import connectx
from tests.evaluation.test_contract import ANYWHERE, EVERYTHING
from tests.running import Run
from tests.strategies import examples, positions

DATA = Path(__file__).parent.parent / "data"
CONNECT4 = GameSpec.parse("connect4")
LOPSIDED = Evaluator(
    "lopsided",
    Windows(own=powers_of(3), opponent={k: -7.5, k - 2: 0.125}),
    Pattern("X", "..", own=0.7, opponent=0.01),
    Pattern("O", k - 2, ".", own=2),
    Column(1, own=-0.3, opponent=2),
    Squares(own=0.5, opponent=0.25),
    Traps(own=1.5),
)
TABLES = Evaluator(
    "tables",
    Tables(
        GameSpec.parse("drop:5x4:3"),
        Side.SECOND,
        (
            Shape((Cell(0, 0), Cell(1, 0)), (0, 1.5, 2, -3, 4, 5, 6, -7.25, 8)),
            Shape((Cell(2, 1),), (0, 10, -20)),
        ),
    ),
    Squares(tuple(tuple(0.5 * x - y for x in range(5)) for y in range(4)), own=1, opponent=-1.5),
    Windows(own={k - 1: 1}, opponent={k - 1: -1}),
)
EVALUATORS = [*CATALOGUE.values(), EVERYTHING, LOPSIDED, ANYWHERE]


@cache
def module(evaluator: AnyEvaluator, spec: GameSpec) -> dict[str, Any]:
    """The exported file, run."""
    namespace: dict[str, Any] = {}
    text = kaggle_agent(evaluator, game=spec)
    exec(compile(text, evaluator.name, "exec"), namespace)  # noqa: S102
    return namespace


def answer(
    evaluator: AnyEvaluator, depth: int | None, position: Position, seconds: float = 1000.0
) -> int:
    """What the exported agent plays."""
    exported = module(evaluator, position.spec)
    exported["DEPTH"] = depth  # all that another depth changes in the file
    seen = observation_of(position, 0.0), configuration_of(position.spec, seconds)
    column: int = exported["agent"](*seen)
    return column


def played(evaluator: Evaluator, depth: int, position: Position) -> int:
    """What the compiled search plays."""
    return AlphaBetaPlayer(evaluator, depth).choose(position).move.column


@settings(max_examples=examples(200))
@given(positions(6, gravity=st.just(True)), st.integers(1, 5), st.sampled_from(EVALUATORS))
def test_the_same_moves_on_every_board(
    position: Position, depth: int, evaluator: Evaluator
) -> None:
    assume(position.ending() is None)
    while len(position.legal_moves()) ** depth > 2_000:
        depth -= 1
    assert answer(evaluator, depth, position) == played(evaluator, depth, position)


@settings(max_examples=examples(60))
@given(st.integers(0, 14), st.randoms(use_true_random=False), st.integers(1, 5))
def test_the_same_moves_with_tables(stones: int, luck: random.Random, depth: int) -> None:
    position = undecided(GameSpec.parse("drop:5x4:3"), stones, luck)
    assert answer(TABLES, depth, position) == played(TABLES, depth, position)


def undecided(spec: GameSpec, stones: int, luck: random.Random) -> Position:
    """A position of a random game that goes on."""
    while True:
        position = Position.start(spec)
        while position.plies < stones and position.legal_moves():
            position = position.play(luck.choice(position.legal_moves()))
        if position.plies == stones and position.ending() is None:
            return position


@pytest.mark.slow
@pytest.mark.parametrize("name", [*CATALOGUE, *FITTED])
def test_the_same_moves_at_equal_depth_on_more_than_200_positions(name: str) -> None:
    """Of each of nine evaluators 24."""
    evaluator, luck = find_evaluator(name), random.Random(f"24 positions, {name}")
    boards = ["connect4"] if name == "learned" else ["connect4", "drop:8x7:4", "drop:9x6:5"]
    different = 0
    for number in range(24):
        position = undecided(GameSpec.parse(boards[number % len(boards)]), (5 * number) % 32, luck)
        depth = 2 + number % 4
        assert answer(evaluator, depth, position) == played(evaluator, depth, position), position
        different += played(evaluator, depth, position) != played(OTHER[name], depth, position)
    assert different > 2  # it is this evaluator that plays, not just any


OTHER = {name: find_evaluator("open-lines") for name in (*CATALOGUE, *FITTED)}
OTHER["open-lines"] = find_evaluator("phased-traps")


@pytest.mark.slow
def test_another_board_than_it_was_exported_for_still_gets_a_legal_move() -> None:
    exported = module(find_evaluator("phased-traps"), CONNECT4)
    exported["DEPTH"] = 2
    for game in ("drop:5x4:3", "drop:1x1:1", "drop:12x10:6", "connect4"):
        position = Position.start(game)
        seen = observation_of(position, 0.0), configuration_of(position.spec, 1000.0)
        assert exported["agent"](*seen) in range(position.spec.columns)
    three = Position.from_moves("121212", "drop:5x5:4")  # it wins, and it parries
    for position, column in ((three, 0), (three.play(Cell(4, 0)), 1)):
        seen = observation_of(position, 0.0), configuration_of(position.spec, 1000.0)
        assert exported["agent"](*seen) == column
    # A target that no line can reach, which ConnectX allows.
    episode = connectx.play([module(LOPSIDED, CONNECT4)["agent"]] * 2, columns=3, rows=2, inarow=9)
    assert all(episode.board)


@pytest.mark.parametrize("looks", [20, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["open-lines", "phased-traps", "learned", "numpy"])
def test_it_stops_when_it_first_sees_that_its_time_is_up(name: str, looks: int) -> None:
    """Without a bound on the depth, only the clock ends the search of an early position; here the
    clock goes on by a second whenever it is looked at: at each node and each opinion."""
    evaluator = load_evaluator(str(DATA / "evaluators/arrays.py") if name == "numpy" else name)
    exported, luck = module(evaluator, CONNECT4), random.Random(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(exported, "LOADED", -math.inf)  # long ago
        for stones in (0, 2, 5):
            exported["JUDGES"].clear()
            clock = count()
            patch.setitem(exported, "perf_counter", clock.__next__)
            answer(evaluator, None, undecided(CONNECT4, stones, luck), looks)
            last_look = next(clock) - 1
            assert last_look == int(exported["SHARE_OF_TIME"] * looks) + 1


def test_running_the_file_is_part_of_the_first_move() -> None:
    namespace: dict[str, Any] = {}
    exec(compile(kaggle_agent(find_evaluator("open-lines")), "agent", "exec"), namespace)  # noqa: S102
    deadlines = []
    search = namespace["Search"].__init__

    def spied(self: Any, board: Any, stones: Any, mark: int, deadline: float) -> None:
        deadlines.append(deadline)
        search(self, board, stones, mark, deadline)

    namespace["Search"].__init__ = spied
    namespace["LOADED"] = loaded = time.perf_counter() - 0.1
    given = observation_of(Position.start(), 0.0), configuration_of(CONNECT4, 0.5)
    for _ in range(2):
        namespace["agent"](*given)
    assert deadlines[0] == pytest.approx(loaded + 0.7 * 0.5)
    assert deadlines[1] > deadlines[0] + 0.25


def test_a_large_board_that_it_was_not_exported_for() -> None:
    spec = GameSpec(100, 100, 50, gravity=True)
    exported, clock = module(find_evaluator("center-window"), CONNECT4), count()
    seen = observation_of(Position.start(spec), 0.0), configuration_of(spec, 1000.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(exported, "LOADED", -math.inf)
        patch.setitem(exported, "perf_counter", clock.__next__)
        assert exported["agent"](*seen) == 49
    assert next(clock) < 1000


@pytest.mark.slow
def test_one_readable_file_that_needs_nothing(tmp_path: Path) -> None:
    text = kaggle_agent(find_evaluator("phased-traps"), 6)
    tree = ast.parse(text)
    file = tmp_path / "submission.py"
    file.write_text(text)
    # By a Python that knows its standard library alone.
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import submission\n"
        "class Struct(dict): __getattr__ = dict.__getitem__\n"
        "board, size = [0] * 42, Struct(columns=7, rows=6, inarow=4)\n"
        "print(submission.agent(Struct(board=board, mark=1), size), 'numpy' in sys.modules)"
    )
    command = [sys.executable, "-I", "-S", "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("3 False\n", "")
    assert max(map(len, text.splitlines())) <= 100
    last = tree.body[-1]
    assert isinstance(last, ast.FunctionDef)
    assert last.name == "agent"
    assert "NAME = 'phased-traps'" in text
    assert "DEPTH: int | None = 6  #" in text
    assert text == kaggle_agent(find_evaluator("phased-traps")).replace("= None  #", "= 6  #")
    # The settings are all that differs from the module that is checked and typed.
    other = kaggle_agent(find_evaluator("center-window"), 6)
    assert text.partition("# ── how it plays")[2] == other.partition("# ── how it plays")[2]


def test_names_that_could_break_out_of_the_file() -> None:
    name = 'a"""\\\'\u2028 {x} # \\1'
    evaluator = Evaluator("x", Column(own=1))
    object.__setattr__(evaluator, "name", name)
    assert module(evaluator, CONNECT4)["NAME"] == name


@pytest.mark.parametrize("name", ["loops", "slices", "arrays", "words"])
def test_a_function_of_ones_own(name: str) -> None:
    """The same moves as the readable search finds by it."""
    evaluator, luck = load_evaluator(str(DATA / "evaluators" / f"{name}.py")), random.Random(name)
    assert isinstance(evaluator, UserEvaluator)
    for number in range(examples(8)):
        position, depth = undecided(CONNECT4, 4 * number % 32, luck), 1 + number % 3
        expected = alphabeta(position, evaluator, depth).move.column
        assert answer(evaluator, depth, position) == expected


def test_functions_that_say_odd_things(tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text(
        "def evaluate(board, me, opponent, game):\n"
        '    """Quotes \'\'\' \\"\\"\\" and \\\\ backslashes."""\n'
        "    sum_ = int((board * range(1, game.columns + 1)).sum())\n"
        "    return [float('inf'), -float('inf'), 0.25, 0.5][sum_ % 4]\n"
    )
    evaluator, luck = load_evaluator(str(file)), random.Random(1)
    for number in range(20):
        position, depth = undecided(GameSpec.parse("drop:5x4:3"), number % 12, luck), 1 + number % 4
        expected = alphabeta(position, evaluator, depth).move.column
        assert answer(evaluator, depth, position) == expected


@pytest.mark.parametrize(
    ("body", "words"),
    [("return float('nan')", "nan, which is not a number"), ("return board[9, 9]", "IndexError(")],
)
def test_a_function_that_fails_is_told_and_a_legal_move_is_played(
    body: str,
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As if it failed only on boards that its trial had not among them.
    monkeypatch.setattr("kinarow.adapters.kaggle.try_out", lambda *_: 0)
    file = tmp_path / "failing.py"
    file.write_text(f"def evaluate(board, me, opponent):\n    {body}\n")
    evaluator = load_evaluator(str(file))
    assert answer(evaluator, 2, Position.start()) == 3
    assert answer(evaluator, 2, Position.from_moves("112233")) == 3
    assert answer(evaluator, 2, Position.from_moves("11223")) == 3  # it parries
    assert f"failing.py failed: {words}" in capsys.readouterr().err.replace("it returned ", "")


def test_the_file_of_a_function_is_run_once_for_each_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "made.py"
    file.write_text(
        "from __future__ import annotations\n"
        "import sys\n"
        "from dataclasses import dataclass\n\n"
        "@dataclass\nclass Weights:\n    centre: int = 3\n\n"
        "sys.stderr.write('loaded\\n')\n\n"
        "def evaluate(board, me, opponent):\n    return Weights().centre\n"
    )
    exported = module(load_evaluator(str(file)), CONNECT4)
    exported["DEPTH"] = 1
    capsys.readouterr()
    for moves in ("", "12", "1", "121", "1213"):
        seen = observation_of(Position.from_moves(moves), 0.0), configuration_of(CONNECT4, 1000.0)
        assert exported["agent"](*seen) in range(7)
    assert capsys.readouterr().err == "loaded\nloaded\n"


def test_what_cannot_be_exported(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def total(board): return int(board.sum())\n")
    file = tmp_path / "mine.py"
    file.write_text("from helper import total\ndef evaluate(b, m, o):\n    return total(b)\n")
    with pytest.raises(KinarowError, match=r"imports helper\.py beside it"):
        kaggle_agent(load_evaluator(str(file)), 3)
    with pytest.raises(KinarowError, match="too many digits"):
        kaggle_agent(Evaluator("tiny", Column(own=1e-60), Squares()), 3)
    with pytest.raises(KinarowError, match="depth must be 1 to 200"):
        kaggle_agent(EVERYTHING, 0)
    with pytest.raises(KinarowError, match="played with gravity, and place:15x15:5 is not"):
        kaggle_agent(EVERYTHING, game="gomoku")
    with pytest.raises(KinarowError, match="tables: they were made for drop:5x4:3"):
        kaggle_agent(TABLES)


def test_it_plays_under_the_contract_of_connectx(tmp_path: Path) -> None:
    file = tmp_path / "submission.py"
    file.write_text(kaggle_agent(find_evaluator("center-window"), 4))
    random.seed(1)
    for settings_ in ({}, {"columns": 5, "rows": 4, "inarow": 3}, {"columns": 9, "inarow": 5}):
        ours = connectx.agent_in(file)
        for turn in (0, 1):
            agents = [connectx.agent_in(DATA / "players" / "random_agent.py")] * 2
            agents[turn] = ours
            episode = connectx.play(agents, **settings_)
            assert episode.rewards[turn] == 1
            assert episode.status == ["DONE", "DONE"]


@pytest.mark.slow
def test_it_beats_negamax_of_the_published_depth(tmp_path: Path) -> None:
    """A hundred games by `python benchmarks/bench_kaggle.py`; here are some of them."""
    file = tmp_path / "submission.py"
    file.write_text(kaggle_agent(find_evaluator("phased-traps"), 6))
    ours, negamax = (connectx.agent_in(f) for f in (file, DATA / "players" / "negamax.py"))
    random.seed(2)
    for turn in (0, 1):
        agents = [ours, negamax] if turn == 0 else [negamax, ours]
        assert connectx.play(agents, actTimeout=1000).rewards[turn] == 1


@pytest.mark.slow
def test_it_plays_under_the_referee(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "submission.py"
    done = run("export", "kaggle", "--eval", "open-lines", "--depth", "3", "-o", str(file))
    assert done.code == 0
    assert f"{file}: open-lines, to depth 3" in done.out
    player = contestant(f"kaggle:{file}")
    compiled = AlphaBetaPlayer(find_evaluator("open-lines"), 3)
    try:
        against_random = play_match(player, RandomPlayer(), CONNECT4, games=4)
        ours = play_match(player, RandomPlayer(7), CONNECT4, games=2, seed=3)
        theirs = play_match(compiled, RandomPlayer(7), CONNECT4, games=2, seed=3)
    finally:
        end_all()
    assert against_random.wins == 4
    assert [game.moves for game in ours.games] == [game.moves for game in theirs.games]


def test_the_command_and_its_mistakes(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "a.py"
    done = run("export", "kaggle", "-o", str(file), "--json")
    assert done.json == {
        "file": str(file), "eval": "open-lines", "depth": None, "bytes": file.stat().st_size,
    }  # fmt: skip
    before = file.read_text()
    for arguments, words in (
        (("--eval", "open-line", "-o", str(file)), "did you mean open-lines"),
        (("--depth", "0", "-o", str(file)), "0 is not in the range"),
        (("-o", str(tmp_path / "no" / "a.py")), "there is no folder"),
        ((), "Missing option"),
    ):
        wrong = run("export", "kaggle", *arguments)
        assert (wrong.code, words in wrong.err, wrong.err.count("\n")) == (2, True, 1)
    assert file.read_text() == before


def test_the_stand_in_is_the_real_thing(tmp_path: Path) -> None:
    """Only where the package is installed."""
    package = pytest.importorskip("kaggle_environments")
    file = tmp_path / "submission.py"
    file.write_text(kaggle_agent(find_evaluator("phased-traps"), 4))
    other = tmp_path / "other.py"
    other.write_text(kaggle_agent(find_evaluator("center-window"), 3))
    for configuration in ({}, {"columns": 5, "rows": 5, "inarow": 3}, {"columns": 9, "rows": 7}):
        real = package.make("connectx", configuration=configuration)
        real.run([str(file), str(other)])
        ours = connectx.play([connectx.agent_in(f) for f in (file, other)], **configuration)
        assert ours.board == real.state[0].observation.board
        assert ours.rewards == [state.reward for state in real.state]
        assert ours.status == [state.status for state in real.state]
