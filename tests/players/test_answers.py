"""Whatever a player answers, what is read of it is a plain move, or a reason in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kinarow.errors import KinarowError
from kinarow.evaluation import load_evaluator
from kinarow.game import Position, Side
from kinarow.players import Choice, parse_player
from kinarow.players.isolated.answers import (
    UnreadableError,
    read_answer,
    read_scores,
    write_choice,
    write_error,
)
from kinarow.players.isolated.player import contestant, end_all
from kinarow.players.player import ForfeitError
from kinarow.score import WIN
from tests.running import Run

START = Position.start()

OBJECTS = '''
import itertools
from decimal import Decimal
from fractions import Fraction

import numpy as np


def evil(**methods):
    """An object whose methods are these."""
    return type("Evil", (), {f"__{name}__": method for name, method in methods.items()})()


def fails(*_):
    raise RuntimeError("no " * 10**5)


def leaves(*_):
    raise SystemExit(3)


class Whole(int):
    __int__ = __index__ = __eq__ = __repr__ = fails


def nested():
    deep = []
    for _ in range(10**5):
        deep = [deep]
    return deep


class Silent(Exception):
    __str__ = fails


class Leaving(Exception):
    __str__ = leaves


def raises(error):
    raise error
'''

NO_MOVES = {
    "10**5000": "a value of type int that cannot be written",
    "-(10**5000)": "a value of type int that cannot be written",
    "2**80": "1208925819614629174706176",
    "[10**5000]": "a value of type list that cannot be written",
    "1e300": "1e+300",
    "float('inf')": "inf",
    "float('nan')": "nan",
    "0.5": "0.5",
    "3j": "3j",
    "None": "None",
    "'x' * 10**6": "'xxx",
    "np.array([10**5000], dtype=object)": "a value of type ndarray that cannot be written",
    "np.zeros((3, 3))": "array(",
    "np.array(3)": "array(3)",
    "np.uint64(2**64 - 1)": "18446744073709551615",
    "np.float64('nan')": "nan",
    "Fraction(10**5000, 3)": "a value of type Fraction that cannot be written",
    "Decimal('1e999999')": "Decimal('1E+999999')",
    "itertools.count()": "count(",
    "nested()": "a value of type list that cannot be written",
    "Whole(3)": "a value of type Whole that cannot be written",
    "evil(repr=fails)": "a value of type Evil that cannot be written",
    "evil(repr=lambda self: 5)": "a value of type Evil that cannot be written",
    "evil(repr=lambda self: 'y' * 10**6)": "yyy",
    "evil(repr=leaves)": "SystemExit: 3",
    "evil(iter=fails)": "Evil object",
    "evil(gt=leaves)": "SystemExit: 3",
    "evil(lt=lambda *_: True, gt=lambda *_: True, int=lambda self: 10**5000)": "Evil object",
    "raises(ValueError('z' * 10**6))": "ValueError: zzz",
    "raises(ValueError(10**5000))": "ValueError",
    "raises(Silent)": "Silent",
    "raises(Leaving)": "an error that cannot be written",
}


@pytest.fixture
def _ended() -> Iterator[None]:
    yield
    end_all()


@pytest.mark.slow
@pytest.mark.usefixtures("_ended")
def test_what_is_no_move_is_a_reason(tmp_path: Path) -> None:
    """One process is asked for all of them: none of these answers ends it."""
    answers = "".join(f"    lambda: {answer},\n" for answer in NO_MOVES)
    file = tmp_path / "bot.py"
    file.write_text(
        f"{OBJECTS}\n\nanswers = iter([\n{answers}    lambda: 3,\n])\n\n\n"
        "def choose(board, me, opponent):\n    return next(answers)()\n"
    )
    for player in (parse_player(f"file:{file}"), contestant(f"file:{file}")):
        for answer, words in NO_MOVES.items():
            with pytest.raises(KinarowError) as caught:
                player.choose(START)
            assert words in str(caught.value), answer
            assert len(str(caught.value)) < 400
        assert player.choose(START).move.name == "d1"


def test_an_agent_may_not_answer_so_either(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        f"{OBJECTS}\nanswers = iter([10**5000, Whole(3)])\nagent = lambda: next(answers)"
    )
    player = parse_player(f"kaggle:{file}")
    for words in ("of type int that cannot be written", "of type Whole that cannot be written"):
        with pytest.raises(KinarowError, match=f"the agent returned a value {words}"):
            player.choose(START)


NO_NUMBERS = {
    "None": "None (NoneType), not a number",
    "'high'": "'high' (str), not a number",
    "float('nan')": "nan, which is not a number",
    "np.float64('nan')": "nan, which is not a number",
    "[10**5000]": "a value of type list that cannot be written (list), not a number",
    "evil(repr=fails)": "a value of type Evil that cannot be written (Evil), not a number",
}


def test_what_is_no_number_is_a_reason(tmp_path: Path) -> None:
    numbers = ["10**5000", "float('-inf')", "Whole(7)"]
    answers = "".join(f"    lambda: {answer},\n" for answer in (*NO_NUMBERS, *numbers))
    file = tmp_path / "eval.py"
    file.write_text(
        f"{OBJECTS}\n\nanswers = iter([\n{answers}])\n\n\n"
        "def evaluate(board, me, opponent):\n    return next(answers)()\n"
    )
    evaluator = load_evaluator(str(file))
    for words in NO_NUMBERS.values():
        with pytest.raises(KinarowError) as caught:
            evaluator.evaluate(START, Side.FIRST)
        assert f"evaluate returned {words}" in str(caught.value)
    # More than an opinion may say is the most that it may say.
    assert [evaluator.evaluate(START, Side.FIRST) for _ in numbers] == [10**14, -(10**14), 7]


CHOICE: dict[str, Any] = {
    "move": [3, 0], "score": 1, "reason": "", "line": [[3, 0]], "depth": 1, "nodes": 7,
    "by_environment": False,
}  # fmt: skip


def test_a_choice_comes_through() -> None:
    move = START.legal_moves()[3]
    for choice in (None, Choice(move), Choice(move, -WIN, "so", (move,), 4, 10**15, True)):
        assert read_answer(write_choice(choice)) == choice
    assert read_answer(json.dumps({"choice": CHOICE}).encode()) == Choice(
        move, 1, "", (move,), 1, 7
    )


@pytest.mark.parametrize(
    "content",
    [
        5, [], {},
        *({**CHOICE, "move": move} for move in (None, "d1", [3], [3, 0, 0], [3.0, 0], [True, 0])),
        *({**CHOICE, "move": [column, 0]} for column in (2**80, -(2**80), 10**4000)),
        *({**CHOICE, "score": score} for score in (True, "7", [1], 10**16, float("nan"), 1e300)),
        *({**CHOICE, "nodes": nodes} for nodes in (None, True, 1.0, -1, 2**80, 10**4000)),
        *({**CHOICE, "depth": depth} for depth in (None, -1, 2**80)),
        *({**CHOICE, "line": line} for line in (None, 5, [5], [[2**80, 0]])),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(content: object) -> None:
    with pytest.raises(ForfeitError, match=r"^answered ") as caught:
        read_answer(json.dumps({"choice": content}).encode())
    assert not isinstance(caught.value, UnreadableError)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    "line",
    [
        b"\x80\x04K\x05.", b"5\n", b"{}", b"[" * 10**6, b'{"choice": 1%s}' % (b"0" * 5000),
        b'{"choice": null, "error": ""}', b'{"choice": null}{"choice": null}', b'"choice"',
        b'{"choice": ' + b'{"move":' * 10**5, b"\xff\xfe{}", b"[[1]]", b"NaN",
    ],
)  # fmt: skip
def test_what_is_no_answer_costs_the_process(line: bytes) -> None:
    with pytest.raises(UnreadableError, match="its process ended: what it answered cannot be read"):
        read_answer(line)


def test_of_keys_that_come_twice_the_last_is_read_like_any_other() -> None:
    twice = b'{"choice": null, "choice": {"move": [3, 0], "move": [3, 0.5]}}'
    with pytest.raises(ForfeitError, match=r"^answered "):
        read_answer(twice)
    with pytest.raises(ForfeitError, match=r"^answered "):
        read_scores(b'{"scores": [1], "scores": [1, 2]}', 1)
    found = read_scores(b'{"scores": [NaN, -Infinity, 1e999, true, null, [], {}, 1e15, 3]}', 9)
    assert [isinstance(each, ForfeitError) for each in found] == [True] * 8 + [False]


def test_words_are_cut_and_can_be_shown() -> None:
    with pytest.raises(ForfeitError) as caught:
        read_answer(write_error("\x1b[31m\udc80" + "x" * 10**6))
    assert str(caught.value).startswith(r"\x1b[31m\udc80xxx")
    assert len(str(caught.value)) < 1100


ODD = """
from kinarow.players.user.from_file import FilePlayer
from kinarow.players.player import Choice

choose_as_it_is = FilePlayer.choose


def choose_with_nodes(self, position):
    if position.plies % 2:
        return Choice(position.legal_moves()[0], nodes=2**80)
    return choose_as_it_is(self, position)


FilePlayer.choose = choose_with_nodes


def choose(board, me, opponent):
    return 10**5000 if board.any() else 3
"""


@pytest.mark.slow
def test_everybody_elses_games_go_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(ODD)
    odd, store = f"file:{tmp_path}/odd.py", str(tmp_path / "games.db")
    players, options = (odd, "random", "first-legal"), ("--workers", "1", "--store", store)
    done = run("tournament", *players, "--rounds", "1", *options)
    assert done.code == 0
    games = [json.loads(line) for line in run("export", "games", store).out.splitlines()]
    assert len(games) == 6
    forfeited = [game["reason"] for game in games if odd in (game["a"], game["b"])]
    assert sorted({reason.partition(" that cannot be")[0] for reason in forfeited}) == [
        "answered a number of nodes",
        "odd.py: choose returned a value of type int",
    ]
    assert {game["reason"] for game in games} - set(forfeited) <= {"line", "full board"}
