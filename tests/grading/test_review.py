"""Reviews of games that cannot be solved: bounded, stoppable, and what is plain to see is said."""

from __future__ import annotations

import _thread
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kinarow.cli import review as command
from kinarow.evaluation import OPEN_LINES, Evaluator
from kinarow.game import GameSpec, Position, Side
from kinarow.grading import review as reviewing
from kinarow.grading.review import ReviewedMove, review
from kinarow.score import Score
from kinarow.solver import Solver
from kinarow.work.budget import Budget
from tests.running import Run

GOMOKU = GameSpec.parse("gomoku")
TALL = GameSpec.parse("drop:9x14:4")  # too large for the compiled solver

FOUR = "h8 a1 h9 a2 h10 c1 h11 "
"""● has four in a row with both ends open, and is to move after another stone of ○."""
STOPPED = FOUR.replace("c1", "h12")


def last_of(moves: str, spec: GameSpec, nodes: int = 1) -> ReviewedMove:
    (reviewed,) = review(list(Position.along(moves, spec))[-2:], Solver(spec), nodes=nodes)
    return reviewed


@pytest.mark.parametrize(
    ("spec", "moves", "verdict", "words", "better"),
    [
        (GOMOKU, FOUR + "a3 h12", "best", "wins at once", []),
        (GOMOKU, FOUR + "a3 a4", "mistake",
         "not solved, but it misses a win at once", ["h7", "h12"]),
        (GOMOKU, STOPPED + "h7", "unknown", "not solved", []),
        (GOMOKU, STOPPED + "a3", "mistake",
         "not solved, but it lets the opponent win at once", ["h7"]),
        (GOMOKU, FOUR + "h7", "best", "every move loses at once", []),
        (TALL, "1122334", "best", "wins at once", []),
        (TALL, "1122339", "mistake", "not solved, but it misses a win at once", ["4"]),
        # ○ would win in column 4 above the ground, and ● plays below.
        (TALL, "112293834", "mistake", "not solved, but it lets the opponent win at once",
         ["1", "2", "3", "5", "6", "7", "8", "9"]),
    ],
)  # fmt: skip
def test_what_the_next_stone_decides_is_said_where_nothing_is_solved(
    spec: GameSpec, moves: str, verdict: str, words: str, better: list[str]
) -> None:
    told = last_of(moves, spec).to_json(OPEN_LINES)
    assert (told["verdict"], told["words"], told["better"]) == (verdict, words, better)
    assert (told["before"], told["after"]) == (None, None)


def test_an_opinion_is_named_as_one() -> None:
    quiet = last_of("h8 i9 a1", GOMOKU)
    assert quiet.verdict == "unknown"
    said = quiet.missed(OPEN_LINES)
    assert said.startswith("in the opinion of open-lines, ")
    favourite = said.removeprefix("in the opinion of open-lines, ").split()[0]
    after = quiet.position.play(favourite)
    scores = [
        OPEN_LINES.evaluate(quiet.position.play(m), Side.FIRST)
        for m in quiet.position.legal_moves()
    ]
    assert OPEN_LINES.evaluate(after, Side.FIRST) == max(scores)
    agreed = last_of(f"h8 i9 {favourite}", GOMOKU).missed(OPEN_LINES)
    assert agreed.startswith("in the opinion of open-lines, no move is better: ")


def test_an_opinion_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    boards: list[Position] = []

    def count(_: Evaluator, position: Position, side: Side) -> Score:
        boards.append(position)
        return 0

    monkeypatch.setattr(Evaluator, "evaluate", count)
    monkeypatch.setattr(reviewing, "_OPINION_SECONDS", -1)
    said = last_of("h8 i9 a1", GOMOKU).missed(OPEN_LINES)
    assert len(boards) == 1
    assert said == "in the opinion of open-lines, no move of the 1 it had time for is better: a1 0"


def test_each_move_has_its_nodes_and_what_cannot_be_solved_is_left_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver, spent = Solver(GOMOKU), list[int]()
    prove = solver.engine.prove

    def counted(position: Position, budget: Budget, **asked: Any) -> Any:
        found = prove(position, budget, **asked)
        spent.append(budget.spent)
        return found

    monkeypatch.setattr(solver.engine, "prove", counted)
    line = list(Position.along("h8 g8 h9", GOMOKU))
    found = list(review(line, solver, nodes=50))
    assert [move.verdict for move in found] == ["unknown"] * 3
    # Something in advance, so that compiling counts for none of them; then one move of each.
    assert spent[0] < 5
    # Threats take some of it at first.
    assert len(spent[1:]) == 3
    assert all(0 < nodes <= 50 for nodes in spent[1:])


def test_a_review_that_is_stopped_says_nothing_more() -> None:
    stop = threading.Event()
    line = list(Position.along("h8 g8 h9 g9", GOMOKU))
    found = []
    for move in review(line, Solver(GOMOKU), nodes=50, stop=stop):
        found.append(move)
        if len(found) == 2:
            stop.set()
    assert [move.position.plies for move in found] == [0, 1]


def test_the_command_says_how_far_it_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, float]] = []
    shown = 0

    @contextmanager
    def bar(words: str) -> Iterator[Any]:
        nonlocal shown
        shown += 1
        yield lambda share=None, **_: told.append((words, share)) if share is not None else None
        shown -= 1

    def put(*arguments: Any) -> None:
        assert not shown, "what is printed would be in the bar"
        printed(*arguments)

    printed = command._print
    monkeypatch.setattr(command, "_print", put)

    monkeypatch.setattr(command, "progress_bar", bar)
    text = run("review", STOPPED, "a3", "--game", "gomoku", "--nodes", "20").out
    assert "  8 ○ a3  not solved, but it lets the opponent win at once, better h7" in text
    assert "in the opinion of threats, " in text
    assert "  6 ○ h12 allows h7, which wins within 3 stones" in text
    assert "  7 ● h11 missed: h7 wins within 3 stones" in text
    assert "● 3 not solved, 1 blunder" in text
    assert "○ 2 not solved, 1 blunder, 1 mistake" in text
    assert told == [(f"looking at the moves: {done} of 8", done / 8) for done in range(9)]


def test_the_command_interrupted_says_what_it_found(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(
        positions: list[Position], solver: Solver, *, stop: threading.Event, **_: Any
    ) -> Iterator[ReviewedMove]:
        yield from review(positions[:3], solver, nodes=20)
        _thread.interrupt_main()
        assert stop.wait(600)

    monkeypatch.setattr(command, "review", interrupted)
    done = run("review", "h8 g8 h9 g9", "--game", "gomoku")
    assert done.code == 130
    assert done.err == "kinarow: interrupted after 2 of 4 moves\n"
    assert done.out.splitlines()[-2:] == ["● 1 not solved", "○ 1 not solved"]
    assert "Traceback" not in done.out


# ── why a mistake was one ────────────────────────────────────────────────────────────────────


def test_a_blunder_is_told_with_what_it_allowed_and_what_was_right() -> None:
    # ○ lets ● have three in a row with both ends open; column 2 or 5 would have stopped that.
    reviewed = last_of("4433", GameSpec.parse("connect4"), nodes=10**9)
    why = reviewed.to_json(OPEN_LINES)["why"]
    assert isinstance(why, dict)
    assert reviewed.verdict == "blunder"
    assert (why["move"], why["better"], why["kept"]) == ("3", ["2", "5"], "win")
    assert why["allowed"]["kind"] == "at once"
    assert why["allowed"]["cells"] == ["a1", "e1"]
    assert why["words"][0] == (
        "it allowed: X wins: it plays b1 and threatens both a1 and e1, and O can stop only one of "
        "them."
    )


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (STOPPED + "a3", "it allowed: X wins at once: h7 completes"),
        ("h8 a1 h9 a3 h10 a5 o15", "right was h11: X wins: it plays h11 and threatens both"),
        ("h8 a1 h9 a3 h10 a5", "it allowed: X wins: it plays h11 and threatens both"),
    ],
)
def test_why_where_nothing_is_solved(moves: str, words: str) -> None:
    reviewed = last_of(moves, GOMOKU, nodes=50_000)
    assert reviewed.mistake is not None
    assert any(words in line for line in reviewed.mistake.told())


def test_a_missed_win_at_once_says_where_it_was() -> None:
    mistake = last_of(FOUR + "a3 a4", GOMOKU, nodes=50).mistake
    assert mistake is not None
    assert mistake.words() == ["The mistake: X a4; h7 or h12 would have won at once."]


def test_a_good_move_needs_no_reason() -> None:
    assert last_of("44332", GameSpec.parse("connect4"), nodes=10**9).mistake is None


def test_the_command_tells_it_too(run: Run) -> None:
    told = run("review", "4433").out
    assert "it allowed: ● wins: it plays b1 and threatens both a1 and e1" in told
