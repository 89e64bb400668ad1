"""Evaluators as Python source: what is written is read again as an equal evaluator."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.evaluation import (
    CATALOGUE,
    AnchoredRuns,
    Column,
    Evaluator,
    Pattern,
    Phased,
    Phases,
    Squares,
    Term,
    Traps,
    Windows,
    find_evaluator,
    k,
    load_evaluator,
    powers_of,
)
from kinarow.evaluation.terms import Shape, Tables
from kinarow.evaluation.written.json_files import from_json, to_json
from kinarow.evaluation.written.source import to_python
from kinarow.game import Cell, GameSpec, Side
from tests.running import Run
from tests.strategies import examples

NUMBERS = st.integers(-1000, 1000) | st.floats(-1e6, 1e6, allow_nan=False)
NAMES = st.text(min_size=1, max_size=12).filter(lambda n: n.isprintable() and n.strip())
COUNTS = st.integers(0, 5).map(lambda missing: k - missing)
POINTS = st.dictionaries(COUNTS, NUMBERS, max_size=4) | st.integers(1, 99).map(powers_of)
NEGATED = st.integers(1, 99).map(lambda base: -powers_of(base))
TALLIES = st.none() | st.tuples(NAMES, NAMES)
SHAPES = st.builds(
    lambda first, points: Shape((Cell(first, 0), Cell(first, 1)), tuple(points)),
    st.integers(0, 6),
    st.lists(NUMBERS, min_size=7, max_size=7),
)
TERMS: st.SearchStrategy[Term] = st.one_of(
    st.builds(Column, st.just("center") | st.integers(0, 9), NUMBERS, NUMBERS),
    st.builds(Windows, own=POINTS, opponent=POINTS | NEGATED, tally=TALLIES),
    st.builds(
        lambda parts, own, opponent: Pattern("X", *parts, own=own, opponent=opponent),
        st.lists(COUNTS | st.text(".XO", min_size=1, max_size=4), max_size=3),
        NUMBERS,
        NUMBERS,
    ),
    st.builds(AnchoredRuns, own=POINTS, opponent=POINTS),
    st.builds(Squares, st.none() | st.just(((1, 2.5), (3, -4))), NUMBERS, NUMBERS),
    st.builds(Traps, NUMBERS, st.sampled_from(("playable", "empty"))),
)
TABLES = st.builds(
    Tables,
    st.just(GameSpec.parse("connect4")),
    st.sampled_from(Side),
    st.lists(SHAPES, max_size=2).map(tuple),
)
PHASED = st.builds(Phased, NAMES, TERMS, NUMBERS, NUMBERS, NUMBERS)


@st.composite
def any_evaluators(draw: st.DrawFn) -> Evaluator:
    terms = draw(st.lists(TERMS | TABLES | PHASED, min_size=1, max_size=4))
    phases = draw(st.none() | st.just(Phases(3, 5, 9)))
    texts = draw(st.tuples(st.text(max_size=200), st.text(max_size=200)))
    won = draw(st.none() | NUMBERS)
    return Evaluator(
        draw(NAMES), *terms, won=won, phases=phases, source=texts[0], motivation=texts[1]
    )


def defined_by(source: str) -> object:
    names: dict[str, object] = {}
    exec(source, names)  # noqa: S102 - what this library has just written
    return names["evaluator"]


@settings(max_examples=examples(200))
@given(any_evaluators())
def test_what_is_written_defines_an_equal_evaluator(evaluator: Evaluator) -> None:
    assert defined_by(to_python(evaluator)) == evaluator
    if any(isinstance(term, Phased) for term in evaluator.terms) or evaluator.phases == Phases():
        assert from_json(to_json(evaluator)) == evaluator


@pytest.mark.parametrize("name", [*CATALOGUE, "phased-traps-tuned"])
def test_the_command_writes_a_file_that_can_be_loaded(run: Run, tmp_path: Path, name: str) -> None:
    written = run("formula", "--eval", name, "--format", "python").out
    assert "Evaluator(" in written
    assert "json" not in written
    file = tmp_path / "mine.py"
    file.write_text(written)
    assert load_evaluator(str(file)) == find_evaluator(name)
    assert (
        run("evaluate", "44", "--eval", str(file), "--json").json["score"]
        == (run("evaluate", "44", "--eval", name, "--json").json["score"])
    )


def test_names_of_the_catalogue_in_a_file_are_not_its_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from kinarow.evaluation import *\n" + to_python(CATALOGUE["open-lines"]))
    assert load_evaluator(str(file)) == CATALOGUE["open-lines"]
