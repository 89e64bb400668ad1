"""What is said of a position, and how it is drawn."""

from __future__ import annotations

import json
import re
import threading
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings

from kinarow import KinarowError, Position, Side, why
from kinarow.drawing.text import UNICODE
from kinarow.game.movetext import write_moves
from kinarow.game.threats import completing_cells, find_threats
from kinarow.reasons.answer import Why, answer_why
from kinarow.reasons.finding_reasons import Finder
from kinarow.reasons.planning import find_plan
from kinarow.reasons.reason import Reason, line_through
from kinarow.reasons.reason_pictures import reason_diagram
from kinarow.reasons.reason_words import told
from kinarow.solver import Solution, Solver
from kinarow.solver.solution import Bounds
from kinarow.work.budget import Budget
from tests.running import Run
from tests.strategies import SOAKING, examples, positions

SETTLED = ["4x4", "5x4", "6x4", "4x6", "5x6", "6x6", "4x8", "5x8", "6x8", "6x10"]
"""Boards on which the second player at least draws: by published values up to 6×6, and by Allis
(1988) on 6 columns and any even number of rows."""


def reason_for(moves: str, game: str = "connect4") -> Reason:
    found = Finder().decisive(Position.from_moves(moves, game))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("moves", "game", "kind", "words"),
    [
        ("443322", "connect4", "at once",
         "X wins at once: a1 completes a1 b1 c1 d1; so does e1."),
        ("4433", "connect4", "at once",
         "X wins: it plays b1 and threatens both a1 and e1, and O can stop only one of them."),
        ("44332", "connect4", "at once",
         "X wins: it threatens both a1 and e1, and O can stop only one of them."),
        ("", "drop:2x1:1", "at once", "X wins at once: a1 completes a1; so does b1."),
        ("b2 b1 a1", "tictactoe", "at once", None),
    ],
)  # fmt: skip
def test_reasons_in_words(moves: str, game: str, kind: str, words: str | None) -> None:
    position = Position.from_moves(moves, game)
    found = Finder().decisive(position)
    if words is None:
        assert why(position).must_stop is not None
        return
    assert found is not None
    assert (found.kind, told(found)[0]) == (kind, words)


def test_a_forced_sequence_is_one_threat_after_the_other() -> None:
    reason = Finder().decisive(Position.parse("drop:7x6:4 3O3/2OO3/X1XXO2/X1OOX2/O1XOX2/OXXXO2"))
    assert reason is not None
    assert (reason.kind, reason.form) == ("forced", "sequence")
    assert told(reason) == [
        "X wins by threats: b2 (O must answer b3), then b4 completes a4 b4 c4 d4."
    ]
    position = reason.position
    for number, move in enumerate(reason.moves):
        threats = {cell for cell, side in find_threats(position) if side is reason.side}
        if number % 2:
            assert move in threats  # the answer stops what was threatened
        position = position.play(move)


def test_zugzwang_says_who_runs_out_of_moves() -> None:
    state = "drop:7x6:4 1X1OO1X/1O1OO1X/1X1OO1O/1O1XX1X/1XXOX1X/OOOXOXX"
    reason = Finder().decisive(Position.parse(state))
    assert reason is not None
    assert (reason.kind, reason.side) == ("zugzwang", Side.FIRST)
    assert told(reason) == [
        "X wins: it plays a2, and from then on it answers every O stone in a, c and f right above "
        "it. When a is full (4 more stones), O can play only in c and f: c3 lets X complete "
        "c4 d3 e2 f1 with c4; f2 lets X complete d3 e3 f3 g3 with f3."
    ]


@pytest.mark.parametrize("size", SETTLED)
def test_small_boards_are_settled_by_one_set_of_rules(size: str) -> None:
    plan = find_plan(Position.start(f"drop:{size}:4"))
    assert plan is not None
    assert plan.follower is Side.SECOND


def test_the_boards_that_the_first_player_wins_are_not_settled() -> None:
    for game in ("connect4", "drop:7x4:3", "drop:5x5:3"):
        assert find_plan(Position.start(game)) is None


def test_every_line_of_the_other_side_is_met_by_a_rule() -> None:
    plan = find_plan(Position.start("drop:6x6:4"))
    assert plan is not None
    reason = Reason("holding", "plan", plan.follower, plan.position, plan=plan)
    met = [line for rule in reason.rules for line in rule.lines]
    assert len(met) == len(set(met)) == len(plan.position.windows())
    for rule in reason.rules:
        for line in rule.lines:
            needed = rule.cells[1:] if rule.name == "claimeven" else rule.cells
            assert set(needed) <= set(line), (rule.name, rule.cells, line)


@pytest.mark.slow
def test_a_mistake_is_told_with_what_was_right() -> None:
    line = list(Position.along("4444426555553"))
    answer = why(line[-1], before=line[-2])
    assert answer.mistake is not None
    assert answer.mistake.kept == "draw"
    assert [move.name for move in answer.mistake.better] == ["b2"]
    assert "The mistake: X 3; 2 would have kept the draw." in answer.words()
    assert why(line[-2], before=line[-3]).mistake is None


def test_who_is_stopped_looks_no_further() -> None:
    stop = threading.Event()
    stop.set()
    answer = why(Position.from_moves("33672254645665763343211135"), stop=stop)
    assert (answer.reason, answer.turn) == (None, None)
    assert answer.words()


@pytest.mark.slow
def test_where_no_reason_is_found_perfect_play_is_shown_up_to_one() -> None:
    answer = why(Position.from_moves("4444426555553"))
    assert answer.reason is None
    assert answer.turn is not None
    number, reason = answer.turn
    reached = answer.position
    for move in answer.solution.line[:number]:
        reached = reached.play(move)
    assert reached == reason.position
    said = answer.words()
    assert "No short reason was found; the solver has proved it." in said
    way = write_moves(answer.position.spec, answer.solution.line[:number])
    (begun,) = (line for line in said if line.endswith("there is one:"))
    assert begun in (
        f"After {number} more moves of perfect play, {way}, there is one:",
        f"After one more move of perfect play, {way}, there is one:",
    )
    assert said[said.index(begun) + 1 :] == [f"  {line}" for line in told(reason)]


def _answer(bounds: Bounds, line: str = "") -> list[str]:
    """What is said after the verdict, where a solver came to these bounds."""
    positions = list(Position.along(f"1234567{line}", "drop:8x7:4"))[7:]
    played = tuple(one.move_to(two) for one, two in pairwise(positions))
    solution = Solution(positions[0], bounds, False, 1000, 1.0, line=played)
    return Why(positions[0], solution, None).words()


def test_what_the_solver_proved_is_said_where_no_reason_was_found() -> None:
    """The verdict and the words about the reason must not sound as if they contradicted."""
    assert _answer(Bounds(1, 9)) == [
        "Verdict: O wins.",
        "No short reason was found; the solver has proved it.",
    ]
    assert _answer(Bounds(1, 1), "8") == [
        "Verdict: O wins at move 56; best move: 8.",
        "No short reason was found; the solver has proved it.",
        "Perfect play: 8.",
    ]
    assert _answer(Bounds(-9, 9))[1:] == [
        "No short reason was found either, in the time there was."
    ]


def test_the_lines_that_zugzwang_completes_are_named() -> None:
    """Four lines or more, of which the first three and the number of the others are told."""
    (said,) = [line for line in told(reason_for("7732271512513552137673")) if "however" in line]
    ends = said.partition("completes ")[2]
    assert "a line" not in said
    names = re.findall(r"(?:[a-g][1-6] ?){4}", ends)
    assert len(names) == 3
    assert re.search(r"or one of \d more lines", ends)
    for name in names:
        cells = name.split()
        assert len({cell[0] for cell in cells}) in (1, 4)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect4", "tictactoe", "drop:1x1:1", "drop:100x1:4", "gomoku"])
def test_every_game_has_an_answer(game: str) -> None:
    answer = why(Position.start(game), seconds=0.05)
    assert answer.words()
    assert json.dumps(answer.to_json())
    assert ElementTree.fromstring(f"<div>{answer._repr_html_()}</div>") is not None


def test_moves_that_lose_alike_are_told_together() -> None:
    said = told(reason_for("442524712213251335"))
    assert said[:2] == [
        "O wins: every move of X loses: a4, b6, c4, d4, f1 and g2 at once; e4 to threats.",
        "  X a4, b6, c4, d4 or g2: O wins at once: e4 completes e4 e3 e2 e1.",
    ]


def test_where_every_other_move_was_better_they_are_not_listed() -> None:
    line = list(Position.along("11312462567114375573"))
    mistake = why(line[-1], before=line[-2]).mistake
    assert mistake is not None
    assert mistake.words()[0] == "The mistake: O 3; any other move would have kept the win."


ROW = re.compile(r"^\| `(\d+)` \| (.*) \|$", re.MULTILINE)


@pytest.mark.slow
def test_the_reasons_on_the_page_are_what_is_found() -> None:
    """Some of each table in make test, all in make soak."""
    page = (Path(__file__).parent.parent.parent / "docs" / "why.md").read_text()
    tables = {part.split("\n")[0]: ROW.findall(part) for part in page.split("### ")[1:]}
    assert {len(rows) for rows in tables.values()} == {10}
    for title, rows in tables.items():
        for moves, shown in rows if SOAKING else rows[::6]:
            line = list(Position.along(moves))
            before = line[-2] if title == "What went wrong" else None
            words = " ".join(map(str.strip, why(line[-1], before=before).words(UNICODE.mark)[1:]))
            assert shown in words, moves


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("13664657466622133", "O even wins"),
        ("334142346525455557613", "X does not lose either"),
    ],
)
def test_what_a_plan_to_hold_leaves_open_is_said(moves: str, words: str) -> None:
    answer = why(Position.from_moves(moves))
    (held,) = answer.holds
    assert held.side is Side.SECOND
    said = f"No short reason was found why {words}; the solver has proved it."
    assert said in answer.words()


@pytest.mark.slow
def test_where_every_move_loses_and_no_length_is_known_none_is_called_the_best() -> None:
    answer = why(Position.from_moves("a1 a2 b1", "tictactoe"))
    assert answer.words()[:2] == [
        "Verdict: X wins.",
        "O must stop c1, where X completes a1 b1 c1.",
    ]


@pytest.mark.slow
def test_out_of_time_it_is_said_that_more_is_not_known() -> None:
    answer = answer_why(Position.start("drop:6x6:4"), Solver("drop:6x6:4"), Budget(1))
    assert answer.words()[-1] == "Whether O even wins was not found out in the time there was."


def test_a_game_that_is_over_has_a_verdict_and_no_reason() -> None:
    answer = why(Position.from_moves("1212121"))
    assert (answer.reasons, answer.words()) == ((), ["Verdict: the game is over: X has won."])


def test_the_cells_of_a_reason_are_drawn(run: Run) -> None:
    labels = dict(reason_diagram(reason_for("443322")).numbers)
    assert {cell.name: text for cell, text in labels.items()} == {"a1": "!", "e1": "!"}
    assert "1 │ !  ●  ●  ●  !  ·  · │" in run("why", "443322").out
    assert run("why", "443322", "--as", "svg").out.startswith("<svg")
    assert run("why", "443322", "--as", "markdown").out.startswith("```text\n")
    told_json = run("why", "443322", "--json").json
    assert told_json["reason"]["cells"] == ["a1", "e1"]
    assert told_json["solution"]["outcome"] == "win"


def test_mistakes_of_the_user_are_one_line(run: Run) -> None:
    for arguments in (["448"], ["44", "--json", "--as", "svg"], ["--game", "conect4"]):
        done = run("why", *arguments)
        assert done.code == 2
        assert done.err.count("\n") == 1
    with pytest.raises(KinarowError, match="seconds"):
        why(Position.start(), seconds=-1)


@given(positions())
@example(Position.from_board("O\nX\nX\n.", "place:1x4:2:exact"))
@settings(max_examples=examples(1_000))
def test_completing_cells_are_those_of_the_windows(position: Position) -> None:
    on, occupied = position.geometry, position.first | position.second
    for side in Side:
        own, expected = position.stones(side), 0
        for window in on.windows if position.spec.target > 1 else ():
            lacked = window.mask & ~own
            if lacked.bit_count() != 1 or lacked & occupied:
                continue
            # Where lines must be exact, no own stone goes on with it at either end.
            step = on.steps[window.direction]
            on_both_ends = (window.mask << step | window.mask >> step) & ~window.mask & on.board
            if not (position.spec.exact and own & on_both_ends):
                expected |= lacked
        assert completing_cells(own, on) & ~occupied == expected


def test_where_lines_must_be_exact_a_longer_one_is_not_named() -> None:
    #   3  X X . X .     c3 makes four in the row, which do not win, and three in the column
    #   2  . . X . .
    position = Position.from_moves("a3 e1 b3 e3 d3 a5 c1 e5 c2 a1", "place:5x5:3:exact")
    c3 = position.parse_move("c3")
    assert position.play(c3).ending().lines == (line_through(position, Side.FIRST, c3),)  # type: ignore[union-attr]
