"""Whatever is given as an evaluator: functions, objects, names and files, everywhere."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import kinarow
from kinarow.adapters.kaggle import kaggle_agent
from kinarow.errors import EvaluatorError, KinarowError
from kinarow.evaluation import OPEN_LINES, Evaluating, UserEvaluator, as_evaluator, explain
from kinarow.evaluation.explanation.explain import Explanation
from kinarow.evaluation.user.compiled import judge
from kinarow.evaluation.written.json_files import to_json
from kinarow.game import GameSpec, Position, Side
from kinarow.grading.review import review
from kinarow.players import AlphaBetaPlayer
from kinarow.players.builtin.searcher import MinimaxPlayer
from kinarow.search import alphabeta, minimax
from kinarow.search.analysis.each_move import move_scores
from kinarow.search.deepening import search
from kinarow.search.lesson.tree import grow_tree
from kinarow.search.limits import Limits
from kinarow.search.plain.expectimax import expectimax
from kinarow.solver import Solver
from kinarow.work.jobs import do_jobs
from kinarow.work.workers import Workers
from kinarow.writeup.sections.function import function_section
from kinarow.writeup.subject import Subject

TICTACTOE = GameSpec.parse("tictactoe")
HERE = Position.from_moves("b2 a1", TICTACTOE)


def own_stones(board: Any, me: int, opponent: int) -> int:
    """Stones in the middle row."""
    return int((board[1] == me).sum()) - int((board[1] == opponent).sum())


class Centre:
    """Likes the centre."""

    def evaluate(self, position: Position, side: Side) -> int:
        centre = position.at(kinarow.Cell(1, 1))
        return 0 if centre is None else 1 if centre is side else -1


class Named(Centre):
    name = "a centre"

    def explain(self, position: Position, side: Side) -> Explanation:
        return Explanation(self.name, position, side, self.evaluate(position, side), ())


class OfBoards:
    def evaluate(self, board: Any, me: int) -> int:
        return int((board == me).sum())


def a_closure(weight: int) -> Any:
    return lambda grid, piece: weight * float((grid[0] == piece).sum())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(board, me, opponent):\n    return (board[1] == me).sum()\n")
    (tmp_path / "mine.json").write_text(json.dumps(to_json(OPEN_LINES)))
    return file


GIVEN: dict[str, Callable[[Path], Evaluating]] = {
    "function": lambda _: own_stones,
    "lambda": lambda _: lambda board, me, opponent: int(board.sum()),
    "closure": lambda _: a_closure(3),
    "object": lambda _: Centre(),
    "object that explains": lambda _: Named(),
    "object of boards": lambda _: OfBoards(),
    "evaluator": lambda _: OPEN_LINES,
    "name": lambda _: "open-lines",
    "file": str,
    "path": lambda file: file,
    "function of a file": lambda file: f"{file}:evaluate,rows=bottom",
    "JSON": lambda file: str(file.with_suffix(".json")),
}


@pytest.mark.parametrize("kind", GIVEN)
def test_all_of_them_work_wherever_an_evaluator_is_asked_for(
    kind: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No process and no compiler: what is searched plainly here is compiled in other tests.
    monkeypatch.setattr(UserEvaluator, "why_not_compiled", lambda self, spec: "it is not tried")
    given: Any = GIVEN[kind](file)
    evaluator = as_evaluator(given)
    score = evaluator.evaluate(HERE, Side.FIRST)
    explanation = explain(given, HERE, Side.FIRST)
    assert explanation.score == score
    assert explanation.evaluator == evaluator.name
    assert kinarow.best_move(HERE, given, depth=2).move in HERE.legal_moves()
    for find in (minimax, alphabeta, expectimax):
        assert find(HERE, given, 2).move in HERE.legal_moves()
    assert grow_tree(HERE, given, 1).score == alphabeta(HERE, given, 1).score
    scores = move_scores(HERE, given, 1)
    assert scores is not None
    assert max(scores.values()) == alphabeta(HERE, given, 1).score
    for player in (AlphaBetaPlayer(given, depth=2), MinimaxPlayer(given, depth=2)):
        player.get_ready(TICTACTOE)
        assert evaluator.name in player.name
        assert evaluator.name in player.choose(HERE).reason
    line = list(Position.along("b2 a1 c3", TICTACTOE))
    told = [reviewed.to_json(evaluator) for reviewed in review(line, Solver(TICTACTOE))]
    assert len(told) == 3
    blocks = list(function_section(Subject(evaluator.text, evaluator), TICTACTOE))
    assert len(blocks) > 1


def test_what_an_object_can_say_is_used() -> None:
    assert as_evaluator(Centre()).name == "Centre"
    assert as_evaluator(Centre()).motivation == "Likes the centre."
    whole = explain(Centre(), HERE, Side.FIRST)
    assert [step.title for step in whole.steps] == ["the score as a whole"]
    assert [c.points for c in whole.contributions] == [1]
    assert as_evaluator(Named()).name == "a centre"
    assert explain(Named(), HERE, Side.FIRST).steps == ()
    one = Centre()
    assert as_evaluator(one) == as_evaluator(one) != as_evaluator(Centre())
    assert as_evaluator(OfBoards()).evaluate(HERE, Side.SECOND) == 1


@dataclass
class Wrong:
    answer: Any

    def evaluate(self, position: Position, side: Side) -> Any:
        return self.answer / 1

    def explain(self, position: Position, side: Side) -> Any:
        return self.answer


def test_what_goes_wrong_in_an_object_is_told() -> None:
    with pytest.raises(EvaluatorError, match=r"Wrong\.evaluate raised TypeError: unsupported"):
        kinarow.best_move(HERE, Wrong("x"), depth=1)
    with pytest.raises(EvaluatorError, match=r"Wrong\.evaluate returned nan"):
        kinarow.best_move(HERE, Wrong(float("nan")), depth=1)
    with pytest.raises(EvaluatorError, match=r"returned a value of type int, not an Explanation"):
        explain(Wrong(1), HERE, Side.FIRST)


@pytest.mark.slow
def test_a_function_is_compiled_and_follows_what_it_reads() -> None:
    scores = [search(HERE, a_closure(weight), Limits(2)).score for weight in (3, 5)]
    assert scores == [alphabeta(HERE, a_closure(weight), 2).score for weight in (3, 5)]
    assert scores[0] != scores[1]
    assert judge(UserEvaluator.from_function(a_closure(3)), TICTACTOE).trusted
    assert as_evaluator(a_closure(3)) == as_evaluator(a_closure(3)) != as_evaluator(a_closure(5))


def test_a_change_of_what_a_function_reads_makes_it_another() -> None:
    table, names = [1, 2], {"weight": 4}

    def score(board: Any, me: int) -> int:
        return table[0] * names["weight"]

    before = as_evaluator(score)
    assert as_evaluator(score) == before
    table[0] = 7
    assert as_evaluator(score) != before
    with_table = as_evaluator(score)
    names["weight"] = 5
    assert as_evaluator(score) != with_table


def test_what_cannot_travel_is_refused_in_words() -> None:
    twin = pickle.loads(pickle.dumps(as_evaluator(own_stones)))
    assert twin == as_evaluator(own_stones)
    assert pickle.loads(pickle.dumps(as_evaluator(Centre()))).name == "Centre"
    closures: list[Any] = [a_closure(3), lambda board, me, opponent: 1]
    for given in closures:
        with pytest.raises(EvaluatorError, match="cannot be sent to other processes: use one w"):
            pickle.dumps(AlphaBetaPlayer(given, depth=2))
    local = Centre()
    local.evaluate = lambda position, side: 1  # type: ignore[method-assign]
    with pytest.raises(EvaluatorError, match="Centre cannot be sent to other processes"):
        pickle.dumps(as_evaluator(local))
    with pytest.raises(EvaluatorError, match="in a file, and an agent is one"):
        kaggle_agent(Centre())


def _name(player: AlphaBetaPlayer) -> str:
    return player.name


@pytest.mark.slow
def test_several_workers_are_refused_for_a_closure() -> None:
    with Workers(2) as workers:
        with pytest.raises(KinarowError, match="use one worker"):
            do_jobs(_name, [(1, AlphaBetaPlayer(a_closure(3)))], workers, lambda *_: None)
        with pytest.raises(KinarowError, match=r"use one worker: .*pickle"):
            workers.submit(lambda job: job, 1)
        assert (
            workers.submit(_name, AlphaBetaPlayer(as_evaluator(own_stones)))
            .result()
            .startswith("alphabeta")
        )
