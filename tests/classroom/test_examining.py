"""What a submitted evaluator is asked about many positions: together, or one by one where a process
is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kinarow.classroom.examination import positions_asked as questioning
from kinarow.classroom.examination.positions_asked import FAILED, GIVEN_UP, Questioning
from kinarow.game import Position
from kinarow.players.isolated.allowance import Allowance
from kinarow.players.isolated.player import IsolatedPlayer, end_all
from kinarow.players.isolated.process import Isolation
from kinarow.players.isolated.remote_evaluator import AskingPlayer
from kinarow.players.player import Choice, ForfeitError
from tests.conftest import OWN_EVALUATORS

pytestmark = pytest.mark.slow

ENDS = """
import os
def evaluate(board, me, opponent):
    if (board[0] != 0).any():  # a full column
        os._exit(3)
    return int(board[5].sum())
"""


@pytest.fixture(autouse=True)
def _processes_end() -> Iterator[None]:
    yield
    end_all()


def asking(file: Path) -> AskingPlayer:
    isolation = Isolation(str(file.parent))
    return AskingPlayer(file.name, file.name, isolation, meets_itself=False, depth=2)


def answers_in(
    player: IsolatedPlayer, positions: list[Position], allowance: Allowance, *known: str
) -> list[str]:
    """All answers, of which some may be known."""
    asking = Questioning(player, positions, allowance, known)
    while not asking.is_over:
        asking.ask_some()
    assert asking.answers[: len(known)] == list(known)
    return asking.answers


def some_positions(count: int) -> list[Position]:
    random, found = Random("positions"), list[Position]()
    while len(found) < count:
        position = Position.start()
        for _ in range(random.randrange(20)):
            child = position.play(random.choice(position.legal_moves()))
            position = position if child.is_over else child
        found.append(position)
    return found


def test_together_is_as_one_by_one() -> None:
    """Whoever moves, and with the same position twice."""
    positions = [*some_positions(20), Position.start(), Position.start()]
    player = asking(OWN_EVALUATORS / "loops.py")
    assert player.choose_together(positions) == [player.choose(each) for each in positions]


def test_an_error_on_one_board_is_one_position_s(tmp_path: Path) -> None:
    file = tmp_path / "picky.py"
    file.write_text(
        "def evaluate(board, me, opponent):\n"
        "    assert (board != 0).sum() != 9\n    return int(board[5].sum())\n"
    )
    fair, unfair = Position.from_moves("4455"), Position.from_moves("4455662")
    one, other, third = asking(file).choose_together([fair, unfair, fair.play("a1")])
    assert isinstance(one, Choice)
    assert isinstance(other, ForfeitError)
    assert "picky.py, line 2: AssertionError" in str(other)
    assert isinstance(third, Choice)


def test_where_a_process_is_lost_each_is_asked_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the one position costs no other its answer."""
    monkeypatch.setattr(questioning, "TOGETHER", 4)
    file = tmp_path / "ends.py"
    file.write_text(ENDS)
    player = asking(file)
    fair, unfair = Position.from_moves("4455"), Position.from_moves("44444")
    answers = answers_in(player, [fair] * 5 + [unfair] + [fair] * 3, Allowance(600))
    right = fair.move_text(player.choose(fair).move)
    assert answers[5].startswith(f"{FAILED}its process ended")
    assert [*answers[:5], *answers[6:]] == [right] * 8


def test_whoever_loses_every_process_is_not_asked_for_ever(tmp_path: Path) -> None:
    file = tmp_path / "ends.py"
    file.write_text(ENDS)
    answers = answers_in(asking(file), [Position.from_moves("44444")] * 6, Allowance(600))
    assert [answer.removeprefix(FAILED) for answer in answers[3:]] == [GIVEN_UP] * 3
    # Nor when it was interrupted before.
    again = answers_in(asking(file), [Position.start()] * 6, Allowance(600), *answers[:3])
    assert again[3:] == answers[3:]


def test_time_that_is_used_up_leaves_positions_unanswered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those it had time for are answered as with more time; the others are not wrong."""
    monkeypatch.setattr(questioning, "TOGETHER", 2)
    file = tmp_path / "slow.py"
    file.write_text(
        "import time\ndef evaluate(board, me, opponent):\n    time.sleep(0.002)\n"
        "    return int(board[5].sum())\n"
    )
    positions, player = some_positions(200), asking(file)
    right = answers_in(player, positions[:4], Allowance(600))
    end_all()
    allowance = Allowance(2.0)
    answers = answers_in(replace(player, allowance=allowance), positions, allowance)
    assert 4 <= len(answers) < len(positions)
    assert answers[:4] == right
    assert not any(answer.startswith(FAILED) for answer in answers)


def test_whoever_is_only_too_slow_is_asked_no_more(tmp_path: Path) -> None:
    """After three moves in a row that came too late; the others are not wrong."""
    file = tmp_path / "stops.py"
    file.write_text(
        "import time\ndef choose(board, me, opponent):\n    time.sleep(0.5 * board.any())\n"
        "    return 3\n"
    )
    player = IsolatedPlayer(f"file:{file.name}", file.name, Isolation(str(tmp_path)), seconds=0.2)
    positions = [Position.start(), *[Position.from_moves("4455")] * 6]
    answers = answers_in(player, positions, Allowance(600))
    assert answers == ["4", *[f"{FAILED}out of time: more than 0.2 s"] * 3]


def test_going_on_later_gives_the_same_answers(tmp_path: Path) -> None:
    """Also of a function that throws dice, whose luck depends on the number of the position."""
    file = tmp_path / "dice.py"
    file.write_text(
        "import random\ndef evaluate(board, me, opponent):\n    return random.randint(0, 9)\n"
    )
    positions = some_positions(150)
    at_once = answers_in(asking(file), positions, Allowance(600))
    first = Questioning(asking(file), positions, Allowance(600))
    first.ask_some()
    end_all()
    assert answers_in(asking(file), positions, Allowance(600), *first.answers) == at_once
    assert 0 < len(first.new) < len(positions)


def test_a_player_that_chooses_is_asked_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("def choose(board, me, opponent):\n    return 3 if board[0][3] == 0 else 9\n")
    player = IsolatedPlayer(f"file:{file.name}", file.name, Isolation(str(tmp_path)))
    full = Position.from_moves("444444")
    fair, unfair = answers_in(player, [Position.start(), full], Allowance(600))
    assert fair == "4"
    assert unfair.startswith(FAILED)
