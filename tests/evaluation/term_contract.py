"""What every kind of term must do in every consumer: one function for each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import pytest

from kinarow.adapters.kaggle import kaggle_agent
from kinarow.evaluation import Evaluator, explain
from kinarow.evaluation.decimals import exact
from kinarow.evaluation.evaluator import written_out
from kinarow.evaluation.explanation.changes import explain_move
from kinarow.evaluation.terms import Constant, Phased, Tables, Term
from kinarow.evaluation.weights import Weighted
from kinarow.evaluation.written.formula import formula
from kinarow.evaluation.written.json_files import from_json, to_json
from kinarow.evaluation.written.notations import NOTATIONS
from kinarow.evaluation.written.source import to_python
from kinarow.game import GameSpec, Position, Side
from kinarow.players import AlphaBetaPlayer
from kinarow.players.user.kaggle_file import configuration_of, observation_of
from kinarow.web.lab.sliders import offered_terms, sliders
from kinarow.writeup.sections.function import function_section
from kinarow.writeup.subject import Subject
from tests.evaluation.accumulator import Accumulator

BOARDS: Final = ("drop:5x4:3", "connect4", "place:6x6:5")
"""Targets of 3, 4 and 5."""


def evaluator_of(term: Term) -> Evaluator:
    return Evaluator("of one term", term)


def specs(term: Term) -> Iterator[GameSpec]:
    """The boards on which a term means anything: tables are for one."""
    for spec in map(GameSpec.parse, BOARDS):
        if not isinstance(term.plain, Tables) or spec == term.plain.game:
            yield spec


def positions(spec: GameSpec, count: int = 6) -> Iterator[Position]:
    random = Random(str(spec))
    for _ in range(count):
        position = Position.start(spec)
        for _ in range(random.randint(0, spec.cell_count // 2)):
            if position.legal_moves():
                position = position.play(random.choice(position.legal_moves()))
        yield position


def plain_and_compiled(term: Term) -> None:
    evaluator, scores = evaluator_of(term), set()
    for spec in specs(term):
        for side in Side:
            accumulator = Accumulator(evaluator, spec, side)
            random = Random(f"{spec} {side}")
            while accumulator.position.legal_moves():
                accumulator.push(random.choice(accumulator.position.legal_moves()))
                score = evaluator.evaluate(accumulator.position, side)
                assert accumulator.score() == score
                scores.add(score)
    # It says something, unless it is to say the same of all boards.
    assert (len(scores) == 1) is isinstance(term, Constant)


def explained(term: Term) -> None:
    evaluator = evaluator_of(term)
    for spec in specs(term):
        for position in positions(spec):
            explanation = explain(evaluator, position, Side.SECOND)
            total = sum(exact(c.points) for c in explanation.contributions)
            assert total == exact(evaluator.evaluate(position, Side.SECOND))
            assert all(c.term == term.label for c in explanation.contributions)
            for move in position.legal_moves()[:3]:
                changes = explain_move(evaluator, position, move, Side.FIRST)
                total = sum(exact(c.points) for c in changes.changes)
                assert total == exact(changes.after) - exact(changes.before)


def symmetric_where_it_says_so(term: Term) -> None:
    evaluator = evaluator_of(term)
    for spec in specs(term):
        for symmetry in evaluator.symmetries(spec):
            for position in positions(spec):
                score = evaluator.evaluate(position, Side.FIRST)
                assert evaluator.evaluate(position.image(symmetry), Side.FIRST) == score


def as_mathematics(term: Term) -> None:
    two = (
        Evaluator("two", term, Phased("again", term.plain, 1, 2, 3))
        if _can_be_phased(term)
        else None
    )
    for style in NOTATIONS:
        assert "Score" in formula(evaluator_of(term), style)
        if two:
            assert "again" in formula(two, style)
    assert isinstance(term.legend(), str)


def as_python(term: Term) -> None:
    namespace: dict[str, Any] = {}
    exec(to_python(evaluator_of(term)), namespace)  # noqa: S102
    assert namespace["evaluator"] == evaluator_of(term)


def as_json(term: Term) -> None:
    assert from_json(json.loads(json.dumps(to_json(evaluator_of(term))))) == evaluator_of(term)


def phased(term: Term) -> None:
    if _can_be_phased(term):
        inside = Phased("by phase", term.plain, early=1, mid=0.5, late=2)
        as_json(inside)
        as_python(inside)
        plain_and_compiled(inside)


def weighed(term: Term) -> None:
    for spec in specs(term):
        if evaluator_of(term).has_tables:
            continue
        form = Weighted(evaluator_of(term), spec)
        values = form.values()
        assert all(isinstance(value, int | float) for value in values.values())
        same = form.filled(values, "same", "")
        double = form.filled({name: 2 * value for name, value in values.items()}, "double", "")
        for position in positions(spec):
            score = evaluator_of(term).evaluate(position, Side.FIRST)
            assert same.evaluate(position, Side.FIRST) == score
            factor = 4 if term.is_phased else 2  # weights by phase times points
            doubled = double.evaluate(position, Side.FIRST)
            assert doubled == pytest.approx(factor * score, rel=1e-9)


def written_out_for_the_page(term: Term) -> None:
    evaluator = evaluator_of(term)
    if evaluator.has_tables:
        return
    for spec in specs(term):
        sent = sliders(evaluator, spec.target)
        json.dumps(sent)
        assert from_json(sent["evaluator"]) == written_out(evaluator, spec.target)
        assert "powers_of" not in json.dumps(sent["evaluator"])
        ((found, data),) = zip(sent["terms"], sent["evaluator"]["terms"], strict=True)
        assert found["name"] == term.label
        assert found["weights"]
        for weight in found["weights"]:
            value = data
            for key in weight["at"]:
                value = value[key]
            assert value == weight["value"]
            assert weight["low"] < value < weight["high"]
        for position in positions(spec):
            for side in Side:
                score = evaluator.evaluate(position, side)
                assert from_json(sent["evaluator"]).evaluate(position, side) == score
    if not term.is_phased:
        assert offered_terms()[term.kind] == type(term).example().to_json()


def exported_to_kaggle(term: Term) -> None:
    evaluator = evaluator_of(term)
    namespace: dict[str, Any] = {}
    exec(compile(kaggle_agent(evaluator, 2), "agent", "exec"), namespace)  # noqa: S102
    spec = GameSpec.parse("connect4")
    for position in positions(spec, 8):
        if position.ending() is None:
            seen = observation_of(position, 0.0), configuration_of(spec, 1000.0)
            chosen = AlphaBetaPlayer(evaluator, 2).choose(position).move.column
            assert namespace["agent"](*seen) == chosen
    totals = [
        (_agents_total(namespace, position, side), exact(evaluator.evaluate(position, side)))
        for position in positions(spec, 20)
        for side in Side
    ]
    # The agent's totals are whole numbers, over one scale.
    total, score = max(totals, key=lambda pair: abs(pair[1]))
    scale = total / score
    assert scale >= 1
    assert all(total == scale * score for total, score in totals)


def _agents_total(agent: dict[str, Any], position: Position, side: Side) -> int:
    """What an exported agent makes of a board for a side."""
    spec = position.spec
    board = agent["Board"](spec.columns, spec.rows, spec.target)
    stones = {
        int(s): sum(
            1 << board.bit(cell.column, cell.row)
            for cell in position.geometry.cells_in(position.stones(s))
        )
        for s in Side
    }
    search = agent["Search"](board, stones, int(side), float("inf"))
    judge = agent["judge_for"](board, int(side), position.plies)
    search.start(judge)
    total: int = search.total
    if judge.trap_weight:
        taken = stones[1] | stones[2]
        free = board.cells & ~taken if judge.traps_anywhere else board.landing(taken)
        total += judge.trap_weight * agent["traps"](judge, search.codes, free)
    return total


def reported(term: Term) -> None:
    for spec in specs(term):
        assert list(function_section(Subject("of one term", evaluator_of(term)), spec))


def _can_be_phased(term: Term) -> bool:
    return not term.plain.is_for_stages


CONSUMERS: Final[dict[str, Callable[[Term], None]]] = {
    consumer.__name__: consumer
    for consumer in (
        plain_and_compiled,
        explained,
        symmetric_where_it_says_so,
        as_mathematics,
        as_python,
        as_json,
        phased,
        weighed,
        written_out_for_the_page,
        exported_to_kaggle,
        reported,
    )
}
