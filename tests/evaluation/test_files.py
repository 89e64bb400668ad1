from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.errors import EvaluatorError, KinarowError
from kinarow.evaluation import CENTER_WINDOW, PHASED_TRAPS, load_evaluator
from kinarow.evaluation.written.json_files import from_json, to_json
from tests.strategies import examples


def changed(path: str, value: object) -> dict[str, Any]:
    """The phased evaluator as JSON with one field changed, or removed if the value is `...`."""
    data: dict[str, Any] = json.loads(json.dumps(to_json(PHASED_TRAPS)))
    *way, last = path.split(".")
    here: Any = data
    for step in way:
        here = here[int(step) if step.isdigit() else step]
    key = int(last) if last.isdigit() else last
    if value is ...:
        del here[key]
    else:
        here[key] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("kinarow", "player", 'kinarow: "evaluator" is expected'),
        ("version", 2, "version: this kinarow reads version 1"),
        ("name", 5, "name must be a text"),
        ("name", ..., "name is missing"),
        ("nmae", "x", "no field 'nmae': did you mean name?"),
        ("terms", {}, "terms: a list is expected"),
        ("terms", [], "has no terms"),
        ("won", "much", "won must be a number"),
        ("source", 3, "source: a text is expected"),
        ("phases.of", "42", "phases: of must be a whole number"),
        ("phases.to", 1, "phases: no field 'to'"),
        ("terms.0", 7, 'terms[0]: an object with a "type"'),
        ("terms.0.type", "fased", "terms[0].type: no term 'fased': did you mean phased?"),
        ("terms.0.early", None, "terms[0]: early must be a number"),
        ("terms.0.term.own", "1", "terms[0].term: own must be a number"),
        ("terms.0.term.table", [[1], 2], "terms[0].term.table: rows of numbers"),
        ("terms.1.term.own", 5, "terms[1].term.own: points by count"),
        ("terms.1.term.own.k-1", "x", "terms[1].term.own: the points for k-1 must be a number"),
        ("terms.1.term.own.3", 1, "terms[1].term.own: '3' is not a number of stones"),
        ("terms.1.term.tally", ["R"], "terms[1].term.tally: two names"),
        ("terms.2.term.type", "phased", "terms[2].term: no field 'own'"),
    ],
)
def test_mistakes_name_the_field(path: str, value: object, words: str) -> None:
    with pytest.raises(EvaluatorError) as caught:
        from_json(changed(path, value))
    assert words in str(caught.value)


def test_a_json_file_loads(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(to_json(CENTER_WINDOW)))
    assert load_evaluator(str(file)) == CENTER_WINDOW


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "bad.json, line 1: Expecting property name"),
        ("[]", "bad.json: an evaluator: an object is expected here"),
        ("[" * 100_000, "bad.json"),
        ("\x00", "bad.json"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(EvaluatorError) as caught:
        load_evaluator(str(file))
    assert words in str(caught.value)


def test_a_missing_file_is_named() -> None:
    for name in ("nothing.json", "nothing.py", "nothing.py:mine", "\x00.py"):
        with pytest.raises(EvaluatorError, match="there is no file"):
            load_evaluator(name)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)
PATHS = st.sampled_from(
    [
        "won", "name", "terms", "phases", "phases.of", "terms.0", "terms.0.name", "terms.0.term",
        "terms.0.term.table", "terms.0.term.own", "terms.0.mid", "terms.1.term.own",
        "terms.1.term.opponent.k-1", "terms.1.term.type", "terms.2.term", "source",
    ]
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=examples(2_000))
@given(PATHS, JSON)
def test_malformed_json_raises_only_our_errors(path: str, value: object) -> None:
    for data in (value, changed(path, value)):
        try:
            from_json(data)
        except KinarowError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("terms.1.term.tally", "terms[1].term: tally must be a text of one line"),
        ("source", "source must be a text that can be written"),
        ("motivation", "motivation must be a text that can be written"),
    ],
)
def test_texts_that_cannot_be_written_name_the_field(path: str, words: str) -> None:
    half = "a lone surrogate: \ud800"
    with pytest.raises(EvaluatorError) as caught:
        from_json(changed(path, [half, "Y"] if path.endswith("tally") else half))
    assert words in str(caught.value)
