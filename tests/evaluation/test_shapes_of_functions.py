"""Users' functions as people write them, used as they are."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from kinarow.errors import EvaluatorError, KinarowError
from kinarow.evaluation import UserEvaluator, explain, load_evaluator
from kinarow.evaluation.user.compiled import judge
from kinarow.evaluation.user.parameters import Parameters
from kinarow.game import GameSpec, Position, Side
from kinarow.game.grid import grid_of
from kinarow.players import parse_player
from kinarow.players.isolated.player import contestant
from kinarow.search import alphabeta
from kinarow.search.deepening import search
from kinarow.search.limits import Limits
from tests.running import Run

EXAMPLES = Path(__file__).parent.parent / "data" / "evaluators"
CONNECT4 = GameSpec.parse("connect4")
BOARD = Position.from_moves("113225334464434556")

SHAPES = {
    "from_below.py:score_position,rows=bottom": True,
    "for_player_one.py:heuristic": True,
    "in_a_class.py:MinimaxAI.evaluate_state": False,
    "whole_arrays.py:get_heuristic": True,
}
"""Four real-life shapes, and whether numba can compile them."""


def shape(text: str) -> UserEvaluator:
    evaluator = load_evaluator(str(EXAMPLES / text))
    assert isinstance(evaluator, UserEvaluator)
    return evaluator


@pytest.mark.slow
@pytest.mark.parametrize("text", SHAPES)
def test_real_files_are_used_as_they_are(text: str) -> None:
    evaluator = shape(text)
    assert evaluator.name == text
    assert load_evaluator(evaluator.text) == evaluator
    # Judged here, not in a process of its own: it is the same, and sooner.
    verdict = judge(evaluator, CONNECT4)
    assert verdict.trusted is SHAPES[text], verdict.reason
    for side in Side:
        explanation = explain(evaluator, BOARD, side)
        assert explanation.score == evaluator.evaluate(BOARD, side)
        assert sum(c.points for c in explanation.contributions) == pytest.approx(explanation.score)
    twin = pickle.loads(pickle.dumps(evaluator))
    assert twin == evaluator
    assert twin.evaluate(BOARD, Side.SECOND) == evaluator.evaluate(BOARD, Side.SECOND)


@pytest.mark.slow
@pytest.mark.parametrize("text", [text for text, compiles in SHAPES.items() if compiles])
def test_compiled_and_plain_choose_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinarow.evaluation.user.compiled.try_compiling", judge)
    evaluator = shape(text)
    for moves in ("4", "44", "445"):  # either side to move
        position = Position.from_moves(moves)
        plain, fast = alphabeta(position, evaluator, 2), search(position, evaluator, Limits(2))
        assert (fast.move, fast.score) == (plain.move, plain.score)


def test_rows_from_below_turn_the_board() -> None:
    low = Position.from_moves("1")
    plain, turned = (
        shape(f"from_below.py:score_position{rows}").evaluate(low, Side.FIRST)
        for rows in ("", ",rows=bottom")
    )
    assert (plain, turned) == (1, 6)
    assert shape("from_below.py:score_position,rows=top").evaluate(low, Side.FIRST) == 1
    grid = grid_of(low)
    given = Parameters(("me", "board"), "bottom").values(grid, Side.SECOND, None)
    assert given[0] == 2
    assert (given[1] == grid[::-1]).all()
    assert given[1].flags.c_contiguous


def test_a_function_of_the_board_alone_judges_for_the_first_side() -> None:
    evaluator = shape("for_player_one.py:heuristic")
    here = Position.from_moves("4")
    assert evaluator.evaluate(here, Side.FIRST) == 8
    assert evaluator.evaluate(here, Side.SECOND) == -8


def test_a_method_is_that_of_an_object_made_without_arguments(tmp_path: Path) -> None:
    assert shape("in_a_class.py:MinimaxAI.evaluate_state").evaluate(BOARD, Side.FIRST) == 25 - 64
    assert shape("in_a_class.py:MinimaxAI.count_stones").evaluate(BOARD, Side.FIRST) == 9
    file = tmp_path / "mine.py"
    file.write_text(
        "class Needs:\n    def __init__(self, depth):\n        pass\n"
        "    def score(self, board, piece):\n        return 0\n"
        "class Whole:\n    pass\n"
    )
    with pytest.raises(EvaluatorError, match=r"mine\.py: TypeError: .*'depth' \(when Needs\.score"):
        load_evaluator(f"{file}:Needs.score")
    with pytest.raises(EvaluatorError, match=r"no evaluator 'Whole\.score'"):
        load_evaluator(f"{file}:Whole.score")
    with pytest.raises(EvaluatorError, match=r"a class, not .* it is mine\.py:Whole\.method"):
        load_evaluator(f"{file}:Whole")


@pytest.mark.parametrize(
    ("signature", "roles"),
    [
        ("board, piece", "board me"),
        ("grid, mark, config", "board me game"),
        ("state, player", "board me"),
        ("piece, board", "me board"),
        ("b, opp, me", "board opponent me"),
        ("board, token, other, spec", "board me opponent game"),
        ("x", "board"),
        ("a, b, c", "board me opponent"),
        ("board, player1, player2", "board me opponent"),
        ("board, piece, debug=False", "board me"),
        ("board, piece, opponent=2", "board me opponent"),
        ("board, me, opponent, game=None", "board me opponent game"),
        ("board, me, opponent, weight=10", "board me opponent"),
        ("first, second, third, game=None", "board me opponent game"),
        ("me", None),
        ("", None),
        ("*anything", None),
        ("a, b, c, d, e", None),
        ("board, *, piece", None),
        ("board, player, piece", None),
    ],
)
def test_parameters_go_by_what_people_call_them(signature: str, roles: str | None) -> None:
    function: Any = eval(f"lambda {signature}: 0")  # noqa: S307
    found = Parameters.of(function)
    assert (found and " ".join(found.roles)) == roles


def test_what_a_function_is_told_is_checked(tmp_path: Path) -> None:
    file = EXAMPLES / "from_below.py"
    with pytest.raises(EvaluatorError, match="rows=left: a function in a file can be told"):
        load_evaluator(f"{file}:score_position,rows=left")
    with pytest.raises(
        EvaluatorError, match="no evaluator 'score_positions': did you mean score_p"
    ):
        load_evaluator(f"{file}:score_positions")
    other = tmp_path / "other.py"
    other.write_text("def get_heuristic(grid, mark, config):\n    return 0\n")
    with pytest.raises(EvaluatorError, match=r"if you mean .*, say other\.py:get_heuristic"):
        load_evaluator(str(other))


def test_players_are_told_too() -> None:
    file = EXAMPLES / "from_below.py"
    text = f"alphabeta:eval={file}:score_position,rows=bottom,depth=4"
    player = parse_player(text)
    assert player.name == "alphabeta:eval=from_below.py:score_position,rows=bottom,depth=4"
    apart = contestant(text)
    assert apart.name.endswith("from_below.py:score_position,rows=bottom,depth=4")
    with pytest.raises(KinarowError, match="no option 'rows'"):
        parse_player("alphabeta:depth=4,rows=bottom")


def test_the_command_line_takes_them(run: Run) -> None:
    text = str(EXAMPLES / "from_below.py") + ":score_position,rows=bottom"
    done = run("explain", "4453", "--eval", text, "--json")
    assert done.code == 0, done.err
    assert done.json["evaluator"] == "from_below.py:score_position,rows=bottom"
    assert run("evaluate", "4453", "--eval", text, "--json").json["score"] == done.json["score"]
