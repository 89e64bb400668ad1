"""Grading against perfect play."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.cli.grade import _print_blunder
from kinarow.errors import KinarowError
from kinarow.evaluation import find_evaluator
from kinarow.game import Cell, GameSpec, Position
from kinarow.grading import Labels, drawn_positions, grade_moves, label
from kinarow.grading.grades import GradedMove, kendall_tau, mean, proportion
from kinarow.grading.labels import LabelStore
from kinarow.grading.review import review
from kinarow.players import Choice, parse_player
from kinarow.players.builtin.simple import RandomPlayer
from kinarow.solver import Solver
from kinarow.solver.solution import last_stone
from kinarow.work.workers import Workers
from tests.running import Run
from tests.solver.oracle import brute_force
from tests.strategies import examples

CONNECT4 = GameSpec.parse("connect4")
SMALL = GameSpec.parse("drop:4x4:3")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LabelStore]:
    opened = LabelStore(tmp_path / "labels.db")
    yield opened
    opened.close()


def labelled(positions: list[Position], store: LabelStore) -> dict[Position, Labels]:
    with Workers() as workers:
        return label(positions, store, workers)


@pytest.mark.slow
def test_positions_are_distinct_unfinished_and_of_all_lengths() -> None:
    positions = drawn_positions(CONNECT4, 60, seed=1)
    assert len({position.canonical() for position in positions}) == 60
    assert all(position.ending() is None for position in positions)
    thirds = Counter(3 * position.plies // 42 for position in positions)
    assert all(thirds[third] > 10 for third in range(3))
    assert positions == drawn_positions(CONNECT4, 60, seed=1)
    assert positions != drawn_positions(CONNECT4, 60, seed=2)
    assert len(drawn_positions(GameSpec(2, 1, 2, gravity=True), 50, seed=1)) < 50
    with pytest.raises(KinarowError, match="at least 1"):
        drawn_positions(CONNECT4, 0, seed=1)


@pytest.mark.slow
def test_labels_agree_with_brute_force_and_are_kept(store: LabelStore) -> None:
    late = [p for p in drawn_positions(SMALL, 60, seed=3) if p.plies >= 9]
    assert len(late) > 10
    found = labelled(late, store)
    for position, labels in found.items():
        assert labels == {m: -brute_force(position.play(m)) for m in position.legal_moves()}
        assert store.find(position) == labels
    assert labelled(late, store) == found


@pytest.mark.slow
def test_perfect_play_is_perfect_and_random_play_is_not(store: LabelStore) -> None:
    positions = labelled(drawn_positions(SMALL, 60, seed=4), store)
    perfect = grade_moves(parse_player("perfect"), positions)
    assert perfect.strong().value == perfect.weak().value == 1
    assert perfect.mean_loss().value == 0
    assert not perfect.worst(5)
    careless = grade_moves(parse_player("random"), positions, find_evaluator("open-lines"))
    assert careless.strong().value < 0.9
    assert careless.blunder_rate().value == pytest.approx(1 - careless.weak().value)
    assert sum(careless.blunders.values()) == sum(not m.keeps_outcome for m in careless.moves)
    assert careless.worst(1)[0].loss > 0
    agreement = careless.agreement()
    assert agreement is not None
    assert -1 <= agreement.low <= agreement.value <= agreement.high <= 1


DAMAGES = {
    "no database": ("", "nothing that SQLite wrote " * 100),
    "no JSON": ("{", ""),
    "other moves": ('{"9": 1}', ""),
    "not all moves": ('{"1": 1}', ""),
    "no numbers": ('{"1": "a", "2": 0, "3": 0, "4": 0}', ""),
    "a list": ("[1]", ""),
}
"""What is kept of the empty board, or what is in the file instead."""


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_of_labels_is_one_line(damage: str, run: Run, tmp_path: Path) -> None:
    path, (kept, content) = tmp_path / "labels.db", DAMAGES[damage]
    if content:
        path.write_text(content)
    else:
        with closing(LabelStore(path)) as store:
            state = Position.start(SMALL).board_text("state")
            store.connection.execute("INSERT INTO labels VALUES (?, ?)", (state, kept))
    (tmp_path / "positions").write_text("\n")
    finished = run(
        "grade", "first-legal", "--game", str(SMALL), "--labels", str(path), "--workers", "1",
        "--positions", str(tmp_path / "positions"),
    )  # fmt: skip
    assert finished.code == 2
    assert finished.err.startswith(f"kinarow: {path} is damaged (")
    assert finished.err.endswith("remove it, and exact values are found anew\n")


def test_boards_without_a_solver_and_illegal_moves_are_one_line(run: Run, tmp_path: Path) -> None:
    too_large = run("grade", "random", "--game", "drop:9x7:4")
    assert (too_large.code, too_large.err.count("\n")) == (2, 1)
    assert "too large for the exact solver" in too_large.err
    labels = {Position.start(SMALL): dict.fromkeys(Position.start(SMALL).legal_moves(), 0)}
    with pytest.raises(KinarowError, match="illegal move"):
        grade_moves(_Cheat(), labels)


class _Cheat(RandomPlayer):
    def choose(self, position: Position) -> Choice:
        return Choice(Cell(0, 3))


def test_what_a_move_gives_away() -> None:
    position = Position.start(CONNECT4)
    values = dict(enumerate([-2, -1, 0, 1, 0, -1, -2]))
    labels = {Cell(column, 0): value for column, value in values.items()}
    for column, blunder in ((3, None), (2, "win→draw"), (0, "win→loss")):
        graded = GradedMove(position, Cell(column, 0), labels)
        assert graded.blunder == blunder
        assert graded.loss == 1 - values[column]
        assert graded.is_best == (column == 3)
        assert graded.phase == "opening"


def test_intervals_of_shares_and_means() -> None:
    # Wilson's interval for 8 of 10, as textbooks have it.
    share = proportion([True] * 8 + [False] * 2)
    assert (round(share.value, 2), round(share.low, 3), round(share.high, 3)) == (0.8, 0.49, 0.943)
    assert proportion([]).high == 1
    assert math.isnan(mean([]).value)
    assert mean([1, 2, 3]).value == 2


@pytest.mark.slow
def test_the_command_and_its_keys(run: Run, tmp_path: Path) -> None:
    labels = str(tmp_path / "labels.db")
    arguments = ["--game", "drop:5x4:4", "--count", "30", "--labels", labels, "--workers", "1"]
    result = run("grade", "alphabeta:depth=2", *arguments, "--json").json
    assert result["positions"] == 30
    for key in ("weak", "strong", "blunders"):
        assert 0 <= result[key]["low"] <= result[key]["value"] <= result[key]["high"] <= 1
    assert "keeps the result %" in run("grade", "random", *arguments).out
    assert run("grade", "perfect", *arguments, "--json").json["strong"]["value"] == 1


@pytest.mark.slow
def test_positions_of_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "positions"
    file.write_text("2252576253462244111563365343671351441 -1\n1212121 -18\n44 1\n")
    labels = str(tmp_path / "labels.db")
    arguments = ["--positions", str(file), "--labels", labels, "--workers", "1"]
    assert json.loads(run("grade", "fixed-order", *arguments, "--json").out)["positions"] == 2
    file.write_text("1212121\n")
    assert run("grade", "fixed-order", *arguments).code == 2
    file.write_text("xyz\n")
    assert "line 1" in run("grade", "fixed-order", *arguments).err


@pytest.mark.slow
def test_a_game_reviewed_move_by_move(run: Run) -> None:
    moves = run("review", "44444265555532", "--json").json["moves"]
    verdicts = [move["verdict"] for move in moves]
    assert [number for number, verdict in enumerate(verdicts, 1) if verdict != "best"] == [7, 13]
    seventh = moves[6]
    assert (seventh["before"], seventh["after"], seventh["blunder"]) == (1, 0, "win→draw")
    assert seventh["better"] == ["2"]
    assert "liked it better" in seventh["missed"]
    # Each move's value is the negative of what the opponent finds.
    for move, reply in pairwise(moves):
        assert move["after"] == -reply["before"]
    # What it prints of this game is on the page docs/grading.md, whose examples are run.


def test_a_game_without_gravity_and_one_that_cannot_be_solved(run: Run) -> None:
    moves = run("review", "a1", "b1", "a2", "--game", "tictactoe", "--json").json["moves"]
    assert [move["verdict"] for move in moves] == ["best", "blunder", "best"]
    large = run("review", "h8", "--game", "gomoku", "--nodes", "100", "--json").json["moves"]
    assert large[0]["verdict"] == "unknown"
    assert run("review", "-").code == 2


KEPT_AND_GIVEN_AWAY = [
    # moves, the move in question, value before and after, verdict, words
    ("6376766517472612134724", "1", 10, 10, "best", "best"),
    ("2217127227244367733735414533", "1", 7, 6, "slower", "wins 1 move later"),
    ("52162432774277125", "3", 13, 4, "slower", "wins 9 moves later"),
    ("553233651363321727745271", "6", -2, -2, "best", "best"),
    ("41365443631263", "1", -13, -14, "sooner", "loses 1 move sooner"),
    ("4231165374375435", "1", -1, -13, "sooner", "loses 12 moves sooner"),
    ("1164365567166731", "4", 0, 0, "best", "best"),
    ("4111122214467315546", "2", 2, 0, "blunder", "win→draw"),
    ("6376766517472612134724", "2", 10, -10, "blunder", "win→loss"),
    ("1164365567166731", "1", 0, -13, "blunder", "draw→loss"),
]


@pytest.mark.parametrize(
    ("moves", "played", "before", "after", "verdict", "words"), KEPT_AND_GIVEN_AWAY
)
def test_what_a_move_did_in_words(
    moves: str, played: str, before: int, after: int, verdict: str, words: str
) -> None:
    line = list(Position.along(moves + played, CONNECT4))
    (reviewed,) = review(line[-2:], Solver(CONNECT4, megabytes=1))
    told = reviewed.to_json(find_evaluator("open-lines"))
    assert (told["before"], told["after"]) == (before, after)
    assert (told["verdict"], told["words"]) == (verdict, words)
    if verdict in ("slower", "sooner"):
        # The game ends two stones later or sooner for each move of the winner.
        stones = last_stone(line[-2], after) - last_stone(line[-2], before)
        assert words.split()[1] == str(abs(stones) // 2)
        assert (stones > 0) == (verdict == "slower")


def test_commands_say_who_is_late_and_who_loses_sooner(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    text = run("review", "41243", "--game", "drop:4x4:3").out
    assert "+4 → +1   wins 3 moves later, better " in text
    assert "-1 → -4   loses 3 moves sooner, better " in text
    assert text.endswith("● 2 best, 1 slower\n○ 2 sooner\n")
    labels = {Cell(0, 0): -4, Cell(1, 0): -1}
    _print_blunder(GradedMove(Position.from_moves("4", SMALL), Cell(0, 0), labels), None)
    assert "loses 3 moves sooner: 1 is worth -4, 2 -1" in capsys.readouterr().out


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=2, max_size=12))
def test_the_agreement_is_kendalls_tau_as_scipy_has_it(pairs: list[tuple[int, int]]) -> None:
    from scipy.stats import kendalltau  # which takes as long to load as all of kinarow

    scores, values = [list(column) for column in zip(*pairs, strict=True)]
    expected = float(kendalltau(scores, values).statistic)
    assert kendall_tau(list(scores), values) == pytest.approx(
        0 if math.isnan(expected) else expected
    )
