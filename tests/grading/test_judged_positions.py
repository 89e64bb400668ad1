"""Positions in which judgement decides, and what moves in them say of a player."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random

import pytest

from kinarow.errors import KinarowError
from kinarow.evaluation import OPEN_LINES
from kinarow.game import Cell, GameSpec, Position
from kinarow.grading.judged_positions import (
    ZERO,
    JudgedPosition,
    Stratum,
    _batch,
    judged_positions,
    judgement,
)
from kinarow.players import AlphaBetaPlayer
from kinarow.search.plain.minimax import minimax
from tests.strategies import examples

pytestmark = pytest.mark.slow  # more than a second to draw

SPEC, COUNT, DEPTH = GameSpec.parse("drop:5x4:4"), 24, 2


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("labels") / "labels.db"


@pytest.fixture(scope="module")
def drawn(labels: Path) -> list[JudgedPosition]:
    return judged_positions(SPEC, COUNT, 1, DEPTH, path=labels)


def outcome(position: Position, move: Cell) -> int:
    """Who wins after a move, by trying everything."""
    after = position.play(move)
    ending = after.ending()
    if ending is not None:
        return 0 if ending.winner is None else 1 if ending.winner is position.mover else -1
    return -max(outcome(after, reply) for reply in after.legal_moves())


def score(drawn: list[JudgedPosition], choose: Callable[[Position], Cell]) -> float:
    answers = []
    for judged in drawn:
        best = max(judged.labels.values())
        value = judged.labels[choose(judged.position)]
        is_right = (value > 0) == (best > 0) and (value < 0) == (best < 0)
        answers.append((judged.stratum, is_right))
    return judgement(answers).value


def test_a_search_that_judges_nothing_is_right_in_half_of_each_phase(
    drawn: list[JudgedPosition],
) -> None:
    assert len(drawn) == COUNT
    blind = AlphaBetaPlayer(ZERO, depth=DEPTH)
    assert score(drawn, lambda position: blind.choose(position).move) == 0
    by_phase = Counter((judged.stratum.phase, judged.stratum.blind_is_right) for judged in drawn)
    for phase in range(4):
        assert by_phase[phase, True] == by_phase[phase, False] == COUNT // 8


def test_perfect_play_is_one_and_worst_play_is_less_than_nothing(
    drawn: list[JudgedPosition],
) -> None:
    known = {judged.position: judged.labels for judged in drawn}
    assert score(drawn, lambda p: max(known[p], key=lambda move: known[p][move])) == 1
    assert score(drawn, lambda p: min(known[p], key=lambda move: known[p][move])) == -1


def test_looking_ahead_does_not_decide(drawn: list[JudgedPosition]) -> None:
    """Minimax without an opinion holds several moves for equal, some of which are wrong."""
    for judged in drawn:
        position = judged.position
        assert minimax(position, ZERO, DEPTH).score == 0
        equal = []
        for move in position.legal_moves():
            after = position.play(move)
            if after.ending() is None and minimax(after, ZERO, DEPTH - 1).score == 0:
                equal.append(move)
        best = max(judged.labels.values())
        right = [m for m in equal if (judged.labels[m] > 0) == (best > 0) and judged.labels[m] >= 0]
        assert 0 < len(right) < len(equal), position


def test_exact_values_are_those_of_trying_everything(drawn: list[JudgedPosition]) -> None:
    late = sorted(drawn, key=lambda judged: -judged.position.plies)[: examples(80)]
    for judged in late:
        for move, value in judged.labels.items():
            found = outcome(judged.position, move)
            assert (value > 0) - (value < 0) == found, (judged.position, move)


def test_a_set_depends_on_its_seed_alone(drawn: list[JudgedPosition], labels: Path) -> None:
    assert judged_positions(SPEC, COUNT, 1, DEPTH, path=labels) == drawn  # as it was kept
    other = judged_positions(SPEC, 8, 2, DEPTH, path=labels)
    again = judged_positions(SPEC, 8, 2, DEPTH, path=labels.with_name("other.db"))
    assert other == again
    assert not {judged.position for judged in other} <= {judged.position for judged in drawn}


def test_a_seed_means_the_same_positions_in_every_version(drawn: list[JudgedPosition]) -> None:
    """If they are to be others, `_VERSION` is to be another, too."""
    written = " ".join(f"{j.position.board_text('state')} {tuple(j.stratum)}" for j in drawn)
    assert hashlib.sha256(written.encode()).hexdigest()[:16] == "b823c4e0660b5178"


def test_what_is_not_wanted_any_more_is_left_out_and_nothing_else() -> None:
    kinds = frozenset(Stratum(*kind) for kind in product(range(4), (True, False), range(3)))
    everything = _batch(SPEC, 1, DEPTH, (0, kinds))
    some = frozenset(kind for kind in kinds if kind.phase != 2 and kind.difficulty)
    assert _batch(SPEC, 1, DEPTH, (0, some)) == [j for j in everything if j.stratum in some]


def test_no_position_comes_twice_nor_its_image(drawn: list[JudgedPosition]) -> None:
    assert len({judged.position.canonical() for judged in drawn}) == len(drawn)


def test_an_evaluator_is_better_than_none(drawn: list[JudgedPosition]) -> None:
    player = AlphaBetaPlayer(OPEN_LINES, depth=DEPTH)
    assert score(drawn, lambda position: player.choose(position).move) > 0


def test_a_file_without_the_values_of_its_set_is_damaged(
    drawn: list[JudgedPosition], tmp_path: Path
) -> None:
    file = tmp_path / "labels.db"
    judged_positions(SPEC, 8, 2, DEPTH, path=file)
    with closing(sqlite3.connect(file)) as connection, connection:
        ((kept,),) = connection.execute("SELECT positions FROM sets").fetchall()
        assert len(json.loads(kept)) == 8
        connection.execute("DELETE FROM labels")
    with pytest.raises(KinarowError, match="is damaged: remove it"):
        judged_positions(SPEC, 8, 2, DEPTH, path=file)


def test_no_positions_are_refused() -> None:
    with pytest.raises(KinarowError, match="at least 1 position"):
        judged_positions(SPEC, 0, 1, DEPTH)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Players who are right with known probabilities, in many sets of positions."""
    random = Random(5)
    strata = [Stratum(*kind) for kind in product(range(4), (True, False), range(3))]
    held, runs = 0, examples(8000)
    for _ in range(runs):
        chances = {stratum: random.uniform(0.2, 1.0) for stratum in strata}
        truth = 2 * sum(chances.values()) / len(strata) - 1
        answers = [(s, random.random() < chances[s]) for s in strata for _ in range(12)]
        found = judgement(answers)
        held += found.low <= truth <= found.high
    assert held / runs > 0.95 - 3 * (0.05 * 0.95 / runs) ** 0.5
