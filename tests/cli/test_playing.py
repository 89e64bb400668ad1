"""Commands that search and play."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kinarow.evaluation import OPEN_LINES
from kinarow.game import Position
from kinarow.players import AlphaBetaPlayer
from kinarow.search import benchmark as bench
from kinarow.search import deepening as compiled_search
from kinarow.search.engine import SearchEngine
from kinarow.search.limits import Limits
from kinarow.work import working_time
from tests.running import Run


def test_tree_in_every_format(run: Run) -> None:
    text = run("tree", "112233", "--depth", "2").out
    assert "score win at stone 7, best move: 4" in text
    assert "positions looked at: minimax 50, alphabeta 14, compiled" in text
    data = run("tree", "b2", "--game", "tictactoe", "--depth", "2", "--json").json
    assert data["tree"]["node"] == "max"
    assert len(data["tree"]["children"]) == 8
    assert data["nodes"]["minimax"] == 1 + 8 + 8 * 7
    assert run("tree", "--depth", "2", "--format", "svg").out.startswith("<svg")


def test_analyse_tells_scores_and_lines(run: Run) -> None:
    asked = ["analyse", "h8", "a1", "i8", "a3", "j8", "--game", "gomoku", "--nodes", "2000"]
    told = run(*asked, "--json").json
    assert {one["cell"] for one in told["candidates"]} <= {"f8", "g8", "k8", "l8"}
    assert told["candidates"][0]["cell"] in run(*asked).out
    columns = run("analyse", "112233", "--depth", "2").out
    assert "4     win at stone 7   1 ply:   4\n" in columns
    every = run("analyse", "h8", "--game", "gomoku", "--eval", "phased-traps", "--depth", "1").out
    assert "and 200 more" in every
    over = run("analyse", "a1", "a2", "b1", "b2", "c1", "--game", "tictactoe")
    assert (over.code, "the game is over" in over.err) == (2, True)


@pytest.mark.parametrize("late", [True, False])
def test_an_interrupted_analysis_shows_what_it_had_found(
    run: Run, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    def interrupted(work: Callable[[], object], *_: object, stop: threading.Event) -> object:
        """Ctrl-C before the first depth is done, or after the last one."""
        if not late:
            stop.set()
        result = work()
        stop.set()
        return result

    monkeypatch.setattr(import_module("kinarow.cli.analyse"), "with_kernels", interrupted)
    told = run("analyse", "112233", "--depth", "2")
    assert told.code == 130
    assert ("4     win at stone 7" in told.out) is late
    assert told.err.strip().startswith("kinarow: interrupted")


def test_the_evaluator_goes_by_the_game(run: Run) -> None:
    assert run("evaluate", "h8", "--game", "gomoku", "--json").json["evaluator"] == "threats"
    assert run("evaluate", "--game", "gomoku", "h8", "--json").json["evaluator"] == "threats"
    assert run("evaluate", "44", "--json").json["evaluator"] == "open-lines"


@pytest.mark.slow
def test_bench_is_a_signature(run: Run) -> None:
    one = run("bench", "--json").json
    assert one["signature"] == one["nodes"]
    assert f"signature: {one['signature']}" in run("bench").out  # and the same again


def test_players_are_listed(run: Run) -> None:
    listed = run("players", "--json").json["players"]
    assert [kind["name"] for kind in listed][:2] == ["human", "random"]
    assert "seconds=" in run("players").out


def play(run: Run, monkeypatch: pytest.MonkeyPatch, answers: list[str], *arguments: str) -> str:
    left = iter(answers)

    def answer(_prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    done = run("play", *arguments)
    assert done.code == 0, done.err
    return done.out


def test_play_a_game_to_its_end(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(run, monkeypatch, list("4444"), "--player", "first-legal")
    assert "● wins along d4 d3 d2 d1" in out
    assert out.endswith("moves: 4141414\n")


def test_play_with_everything_one_can_do(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game"
    answers = [
        "help", "4", "hint", "9", "undo", "undo", "5", f"save {file}", "3", f"load {file}", "save",
        "load nothing", "resign",
    ]  # fmt: skip
    out = play(run, monkeypatch, answers, "--player", "first-legal")
    for words in (
        "hint: ", "'9' is not a column", "there is no move of yours to take back", "saved to",
        "give a file name", "nothing is not a saved game", "○ wins: ● resigned", "moves: 51",
    ):  # fmt: skip
        assert words in out, words
    assert file.read_text() == "drop:7x6:4\n51\n"


def test_play_two_people_and_second(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = ["b2", "a1", "undo", "c3", "quit"]
    out = play(run, monkeypatch, moves, "--player", "human", "--game", "tictactoe")
    assert out.endswith("moves: b2 c3\n")
    out = play(run, monkeypatch, [], "--player", "first-legal", "--second")
    assert out.endswith("moves: 1\n")


def test_move_a_batch(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text("112233\n-\n17273\n")
    arguments = ("move", "--file", str(file), "--player", "alphabeta:depth=2")
    assert run(*arguments).out == "4\n4\n4\n"
    assert len(run(*arguments, "--json").out.splitlines()) == 3
    file.write_text("44\n1212121\n")
    done = run(*arguments)
    assert (done.code, done.err) == (
        2, "kinarow: line 2: the game is over: there is no move to choose\n",
    )  # fmt: skip


def test_match_without_openings_repeats_itself(run: Run) -> None:
    data = run(
        "match", "first-legal", "fixed-order", "--openings", "none", "--games", "4", "--json",
        "--workers", "1",
    ).json  # fmt: skip
    assert data["distinct"] == 2


class Clock:
    """A clock that stands still unless something takes its time."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def takes(self, seconds: float, result: Callable[..., Any]) -> Callable[..., Any]:
        def work(*arguments: Any, **keywords: Any) -> Any:
            self.now += seconds
            return result(*arguments, **keywords)

        return work


def test_the_time_of_a_move_is_that_of_thinking_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(working_time, "time", clock)
    monkeypatch.setattr(AlphaBetaPlayer, "choose", clock.takes(2, AlphaBetaPlayer.choose))

    def move(*arguments: str) -> str:
        # Kernels are compiled once, in the first run.
        load = lru_cache(clock.takes(100, compiled_search._load_kernels))
        monkeypatch.setattr(compiled_search, "_load_kernels", load)
        monkeypatch.setattr("sys.stdin", io.StringIO("44\n4453\n"))
        return run("move", *arguments).out

    assert "positions in 2.000 s" in move("44")
    batch = [json.loads(line) for line in move("--json", "--file", "-").splitlines()]
    assert [answer["seconds"] for answer in batch] == [2, 2]


def test_the_speed_of_the_search_is_that_of_searching_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, rows = Clock(), len(bench.POSITIONS) * len(bench.EVALUATORS)
    monkeypatch.setattr(working_time, "time", clock)
    monkeypatch.setattr(compiled_search, "prepare", clock.takes(100, compiled_search.prepare))
    monkeypatch.setattr(compiled_search, "engine_for", clock.takes(10, compiled_search.engine_for))
    searched = clock.takes(0.25, SearchEngine.form_at)
    monkeypatch.setattr(SearchEngine, "form_at", searched)
    found = list(compiled_search.search_deepening(Position.start(), OPEN_LINES, Limits(depth=3)))
    assert [result.seconds for result in found] == [0.25, 0.5, 0.75]
    monkeypatch.setattr(bench, "DEPTH", 2)
    monkeypatch.setattr(bench, "DEPTH_WITHOUT_GRAVITY", 2)
    assert run("bench", "--json").json["seconds"] == 0.5 * rows
