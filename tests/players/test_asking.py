"""A search here over an evaluator in another process: the same moves and scores as beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.errors import KinarowError
from kinarow.evaluation import load_evaluator
from kinarow.game import GameSpec, Position, Side
from kinarow.players import AlphaBetaPlayer
from kinarow.players.builtin.searcher import PlainAlphaBetaPlayer
from kinarow.players.isolated.allowance import Allowance, UsedUpError
from kinarow.players.isolated.answers import read_answer, read_scores, write_error, write_scores
from kinarow.players.isolated.player import end_all
from kinarow.players.isolated.process import Isolation
from kinarow.players.isolated.questions import (
    CHOOSE,
    EVALUATE,
    EVALUATOR,
    GET_READY,
    NEW_GAME,
    PLAYER,
    WARM_UP,
    read_question,
    write_question,
)
from kinarow.players.isolated.remote_evaluator import AskingPlayer
from kinarow.players.player import Choice, ForfeitError, LateError
from kinarow.score import HEURISTIC_LIMIT, Score
from tests.conftest import OWN_EVALUATORS
from tests.strategies import SOAKING, examples, positions


def asking(file: Path, depth: int) -> AskingPlayer:
    isolation = Isolation(str(file.parent))
    return AskingPlayer(file.name, file.name, isolation, meets_itself=False, depth=depth)


@pytest.fixture(scope="module")
def own() -> Iterator[dict[str, AskingPlayer]]:
    names = ("loops.py", "uncompilable.py")
    yield {name: asking(OWN_EVALUATORS / name, 2) for name in names}
    end_all()


@pytest.mark.slow
@settings(max_examples=examples(200), deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 30))
def test_the_same_moves_and_scores_as_in_one_process(
    own: dict[str, AskingPlayer], random: Random, plies: int
) -> None:
    position = Position.start()
    for _ in range(plies):
        child = position.play(random.choice(position.legal_moves()))
        position = position if child.is_over else child
    for name, player in own.items():
        plain = PlainAlphaBetaPlayer(load_evaluator(str(OWN_EVALUATORS / name)), 2)
        one, two = player.choose(position), plain.choose(position)
        assert (one.move, one.score, one.line) == (two.move, two.score, two.line)


@pytest.mark.slow
@pytest.mark.skipif(not SOAKING, reason="compiling takes long; the ladder compares these, too")
def test_the_same_moves_and_scores_as_compiled(own: dict[str, AskingPlayer]) -> None:
    compiled = AlphaBetaPlayer(load_evaluator(str(OWN_EVALUATORS / "loops.py")), 2)
    assert not compiled.evaluator.why_not_compiled(GameSpec.parse("connect4"))
    for moves in ("", "44", "4455", "112233", "4444443", "123456"):
        position = Position.from_moves(moves)
        one, two = own["loops.py"].choose(position), compiled.choose(position)
        assert (one.move, one.score) == (two.move, two.score)


@pytest.mark.slow
def test_what_goes_wrong_is_its_own(tmp_path: Path) -> None:
    """A board that fails costs the game only if the search gets there."""
    file = tmp_path / "picky.py"
    file.write_text(
        "def evaluate(board, me, opponent):\n    return 1 / (board[5][0] == 0 or 'x' * 0)\n"
    )
    player = asking(file, 1)
    with pytest.raises(ForfeitError, match=r"picky.py, line 2: "):
        player.choose(Position.start())
    slow = replace(player, seconds=0.2, text="slow.py")
    (tmp_path / "slow.py").write_text("def evaluate(board, me, opponent):\n    while True: pass\n")
    with pytest.raises(LateError, match=r"more than 0.2 s"):
        slow.choose(Position.start())
    used_up = replace(slow, seconds=60, allowance=Allowance(0.5))
    with pytest.raises(UsedUpError, match=r"its 0.5 s in all were used up"):
        used_up.choose(Position.start())
    end_all()


@given(positions(), st.integers(-(2**63), 2**63), st.sampled_from(Side))
def test_questions_are_read_as_they_were_written(position: Position, seed: int, side: Side) -> None:
    questions = [
        (PLAYER, "file:bot.py"), (EVALUATOR, "e.py"), (NEW_GAME, seed), (GET_READY, position.spec),
        (WARM_UP, position), (CHOOSE, position), (EVALUATE, (side, [position, position])),
    ]  # fmt: skip
    for question in questions:
        line = write_question(question)
        assert line.count(b"\n") == 1
        assert read_question(line) == question


@pytest.mark.parametrize(
    "line",
    [
        b"", b"\n", b"7", b"[]", b'{"ask": "dance"}', b'{"ask": "player"}',
        b'{"ask": "player", "about": 3}', b'{"ask": "new game", "about": true}',
        b'{"ask": "choose", "game": "drop:7x6:4", "boards": []}',
        b'{"ask": "choose", "game": "drop:7x6:4", "boards": [["zz", "0"]]}',
        b'{"ask": "choose", "game": "drop:7x6:4", "boards": [["f0f0f0", "0"]]}',
        b'{"ask": "evaluate", "game": "drop:7x6:4", "side": 3, "boards": [["0", "0"]]}',
        b"[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_question_is_an_error(line: bytes) -> None:
    with pytest.raises(KinarowError):
        read_question(line)


def test_scores_are_read_as_they_were_written() -> None:
    scores: list[Score | str] = [3, -2.5, 0.1 + 0.2, HEURISTIC_LIMIT, -HEURISTIC_LIMIT, "no idea"]
    *numbers, words = read_scores(write_scores(scores), len(scores))
    assert numbers == scores[:-1]
    assert isinstance(words, ForfeitError)
    assert str(words) == "no idea"
    with pytest.raises(ForfeitError, match="out of memory"):
        read_scores(write_error("out of memory"), 1)


@pytest.mark.parametrize("value", ["true", "null", "[]", "NaN", "1e400", "1e15", f"1{'0' * 15}"])
def test_a_score_that_is_none_costs_the_game(value: str) -> None:
    (score,) = read_scores(b'{"scores": [%s]}' % value.encode(), 1)
    assert isinstance(score, ForfeitError)


@pytest.mark.parametrize("line", [b'{"scores": 3}', b'{"scores": [1]}', b'{"choice": 1}', b"7"])
def test_as_many_scores_as_boards(line: bytes) -> None:
    with pytest.raises(ForfeitError):
        read_scores(line, 2)


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choice", "scores", "move", "score", "line", "nodes", "x"]), inside
        )
    ),
)


@settings(max_examples=examples(2000))
@given(st.binary(max_size=200) | _ANYTHING.map(lambda value: json.dumps(value).encode()))
def test_whatever_is_answered_is_an_answer_or_costs_the_game(line: bytes) -> None:
    for read in (read_answer, partial(read_scores, count=1)):
        try:
            found = read(line)
        except ForfeitError as error:
            assert len(str(error)) < 2000
        else:
            assert found is None or isinstance(found, Choice | list)
