"""Samples of solved positions, and evaluators fitted to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinarow.errors import KinarowError
from kinarow.evaluation import CATALOGUE, OPEN_LINES, Evaluator, Windows, k
from kinarow.evaluation.catalogue import FITTED, find_evaluator
from kinarow.evaluation.weights import Weighted, rounded
from kinarow.evaluation.written.json_files import to_json
from kinarow.fitting import samples
from kinarow.fitting.learning import Learner
from kinarow.fitting.samples import (
    Recipe,
    SolvedSample,
    canonical_keys,
    labelled,
    make_batch,
    make_sample,
)
from kinarow.fitting.spsa import GamesTuner
from kinarow.fitting.table_fit import shapes_named
from kinarow.fitting.tuning import (
    Predictor,
    Tuner,
    rows_of_outcomes,
    rows_of_rankings,
)
from kinarow.game import GameSpec, Position, Side
from kinarow.grading import withheld
from kinarow.work.workers import Workers
from tests.running import Run
from tests.solver.oracle import brute_force

SMALL = GameSpec.parse("drop:5x4:4")
CONNECT4 = GameSpec.parse("connect4")


FEW = ("--samples", "samples", "--batches", "2", "--depth", "1")


class _StoppedError(Exception):
    """Stands for whatever ends a program."""


BAD = Evaluator(
    "bad", Windows(own={k - 1: 1, k - 2: 5, k - 3: 9}, opponent={k - 1: -1, k - 2: -20})
)
"""The wrong way round: fewer stones count more."""


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "GAMES_A_BATCH", 20)


def sample_of(
    folder: Path, batches: int = 4, spec: GameSpec = SMALL, evaluator: Evaluator = OPEN_LINES
) -> SolvedSample:
    with Workers() as workers:
        return make_sample(Recipe(spec, evaluator, 1, 2), range(batches), workers, folder)


@pytest.mark.slow
def test_samples_are_distinct_solved_and_repeatable(tmp_path: Path) -> None:
    sample = sample_of(tmp_path)
    assert len(sample) > 150
    assert len(np.unique(sample.keys())) == len(sample)
    late = np.flatnonzero(sample.stones >= 12)[:40]
    assert len(late) == 40
    for i in late:
        position = Position(SMALL, int(sample.first[i]), int(sample.second[i]))
        assert sample.values[i] == brute_force(position)
        outcome = {1: 1.0, 0: 0.5, -1: 0.0}[int(np.sign(sample.values[i]))]
        assert sample.outcomes(position.mover)[i] == outcome
        assert sample.outcomes(position.mover.other)[i] == 1 - outcome
    (tmp_path / "other").mkdir()
    again = sample_of(tmp_path / "other")
    assert (again.first == sample.first).all()
    assert (again.values == sample.values).all()


def test_a_sample_goes_on_from_its_files_and_leaves_broken_ones_alone(tmp_path: Path) -> None:
    sample = sample_of(tmp_path)
    files = sorted(tmp_path.glob("*.npz"))
    assert len(files) == 4
    files[0].write_bytes(b"cut off")
    with pytest.raises(KinarowError, match="is damaged: remove it, and it is made anew"):
        sample_of(tmp_path)
    assert files[0].read_bytes() == b"cut off"
    files[0].unlink()
    files[1].unlink()
    untouched = files[2].stat().st_mtime_ns
    again = sample_of(tmp_path)
    assert (again.first == sample.first).all()
    assert files[2].stat().st_mtime_ns == untouched


def test_images_have_one_key() -> None:
    moves = ["", "1", "7", "4453", "4435", "112233", "776655"]
    boards = np.array(
        [(p.first, p.second) for p in map(Position.from_moves, moves)], dtype=np.uint64
    )
    keys = canonical_keys(CONNECT4, boards[:, 0].copy(), boards[:, 1].copy()).tolist()
    assert keys[1] == keys[2]
    assert keys[3] == keys[4]
    assert keys[5] == keys[6]
    assert len(set(keys)) == 4


@pytest.mark.slow
def test_withheld_positions_and_their_mirrors_are_never_sampled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The published sets themselves are not here; their keys are, and every sample is filtered."""
    assert len(withheld.withheld_keys()) == 5924
    sample = sample_of(tmp_path / "a", 2, CONNECT4)
    assert not np.isin(sample.keys(), withheld.withheld_keys()).any()
    chosen = sample.keys()[::3]
    monkeypatch.setattr(withheld, "withheld_keys", lambda: chosen)
    filtered = sample_of(tmp_path / "b", 2, CONNECT4)
    assert len(filtered) < len(sample)
    assert not np.isin(filtered.keys(), chosen).any()
    # By default no position of so few stones as the published beginnings have is sampled at all.
    assert sample.stones.min() >= 15


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("rows_of", [rows_of_outcomes, rows_of_rankings])
def test_scores_and_slopes_of_a_fit_are_right(name: str, rows_of: Any, tmp_path: Path) -> None:
    form = Weighted(CATALOGUE[name], SMALL, free=True)
    sample = sample_of(tmp_path, 2)
    rows = rows_of(form, sample)
    values = {key: float(value) for key, value in form.values().items()}
    predictor = Predictor(form, rows)
    by_row = np.linspace(-1, 2, len(rows.results))
    slope = predictor.slope(values, by_row)
    for key in values:
        step = 0.5  # scores are linear in each weight
        up = predictor.scores({**values, key: values[key] + step}) @ by_row
        down = predictor.scores({**values, key: values[key] - step}) @ by_row
        assert slope[key] == pytest.approx((up - down) / (2 * step), rel=1e-6, abs=1e-6)
    if rows_of is rows_of_outcomes:
        # The first half of the rows is for the first side: the same numbers as `evaluate`.
        from kinarow.evaluation.compiled.boards import quiet

        kept = sample.where(quiet(SMALL, sample.first, sample.second))
        scores = predictor.scores(values)[: len(kept)]
        for i in range(0, len(kept), 7):
            position = Position(SMALL, int(kept.first[i]), int(kept.second[i]))
            assert scores[i] == pytest.approx(
                float(CATALOGUE[name].evaluate(position, Side.FIRST)), rel=1e-9
            )


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["outcome", "ranking"])
def test_tuning_mends_bad_weights_within_their_ranges(goal: Any, tmp_path: Path) -> None:
    ranges = ("windows.own.k-1=0:6",)
    form = Weighted(BAD, SMALL, fixed=("windows.own.k-2",), ranges=ranges)
    tuner = Tuner(form, goal, batches=6, depth=2)
    with Workers() as workers:
        tuned = tuner.tune("better", workers, tmp_path)
        again = tuner.tune("better", workers, tmp_path)
    assert tuned.after.loss < tuned.before.loss
    assert to_json(again.evaluator) == to_json(tuned.evaluator)
    values = Weighted(tuned.evaluator, SMALL).values()
    assert values["windows.own.k-2"] == 5
    assert 1 < values["windows.own.k-1"] <= 6
    assert tuned.evaluator.name == "better"


def test_weights_have_names_and_refuse_nonsense() -> None:
    phased = Weighted(CATALOGUE["phased-traps"], SMALL)
    assert "position score.early" in phased.values()
    assert "pattern score.windows.opponent.k-1" in phased.values()
    lines = Weighted(OPEN_LINES, SMALL)
    assert lines.values()["windows.own.k-1"] == 1000
    freed = Weighted(CATALOGUE["center-window"], SMALL, free=True)
    assert freed.values()["windows.own.k-3"] == 0
    with pytest.raises(KinarowError, match="no weight"):
        Weighted(OPEN_LINES, SMALL, fixed=("windows.own.k-9",))
    with pytest.raises(KinarowError, match="is not a range"):
        Weighted(OPEN_LINES, SMALL, ranges=("windows.own.k-1",))
    with pytest.raises(KinarowError, match="must hold the weight"):
        Weighted(OPEN_LINES, SMALL, ranges=("windows.own.k-1=1:2",))
    assert rounded(1234.5) == 1230
    assert rounded(0.12345) == 0.123


@pytest.mark.slow
def test_tuning_by_games_resumes_where_it_was(tmp_path: Path) -> None:
    tuner = GamesTuner(Weighted(BAD, CONNECT4), steps=6, pairs=4, depth=2)
    with Workers() as workers:
        whole = tuner.tune("games", workers)

        def interrupt(share: float, _words: str) -> None:
            if share >= 0.5:
                raise _StoppedError

        journal = tmp_path / "games.journal"
        with pytest.raises(_StoppedError):
            tuner.tune("games", workers, journal, interrupt)
        assert json.loads(journal.read_text())["done"] == 3
        assert to_json(tuner.tune("games", workers, journal)) == to_json(whole)
        assert Weighted(whole, SMALL).values() != Weighted(BAD, SMALL).values()
        other = GamesTuner(Weighted(BAD, CONNECT4), steps=9, pairs=4, depth=2)
        with pytest.raises(KinarowError, match="another tuning"):
            other.tune("games", workers, journal)
        journal.write_text("{")
        with pytest.raises(KinarowError, match="cannot be read"):
            tuner.tune("games", workers, journal)


@pytest.mark.slow
def test_learning_improves_from_round_to_round_and_is_repeatable(tmp_path: Path) -> None:
    learner = Learner(SMALL, "little", OPEN_LINES, "lines", batches=10, rounds=2, depth=2)
    with Workers() as workers:
        rounds = learner.learn(workers, tmp_path)
        again = learner.learn(workers, tmp_path)
    assert to_json(again[-1].evaluator) == to_json(rounds[-1].evaluator)
    assert len(rounds) == 2
    assert rounds[0].positions < rounds[1].positions
    assert rounds[1].held_out_loss < 0.69  # what a coin knows
    # The fitted tables keep the board's symmetry.
    evaluator = rounds[-1].evaluator
    for moves in ("1", "13", "1223"):
        position = Position.from_moves(moves, SMALL)
        mirrored = Position.from_moves("".join(str(6 - int(m)) for m in moves), SMALL)
        assert evaluator.evaluate(position, Side.FIRST) == evaluator.evaluate(mirrored, Side.FIRST)


def test_leaves_of_searches_belong_to_a_sample() -> None:
    games, both = (
        make_batch(Recipe(CONNECT4, OPEN_LINES, 1, 1, leaves=leaves), 0) for leaves in (0, 6)
    )
    assert len(both) > 10 * len(games)
    assert both.stones.min() >= CONNECT4.cell_count - Recipe(CONNECT4, OPEN_LINES).most_empty
    solved = labelled(CONNECT4, both.first, both.second)
    assert (np.sign(solved.values) == np.sign(both.values)).all()


def test_games_without_openings_bring_no_leaves() -> None:
    tiny = GameSpec.parse("drop:1x1:1")
    assert len(make_batch(Recipe(tiny, OPEN_LINES, 1, 1, leaves=2), 0)) == 0


def test_shapes_by_name() -> None:
    windows = shapes_named(CONNECT4, "windows")
    assert len(windows) == 36  # of 69, three in the middle column mirror onto themselves
    lines = shapes_named(CONNECT4, "lines")
    assert len(lines) == 6 + 4 + 6
    assert {len(cells) for cells in shapes_named(CONNECT4, "4x2")} == {8}
    assert len(shapes_named(CONNECT4, "4x3")) == 8  # 50,625 contents, where stones fall
    by_direction = [shapes_named(CONNECT4, name) for name in ("rows", "columns", "diagonals")]
    assert sorted(cell for cells in by_direction for cell in cells) == sorted(lines)
    (block,) = shapes_named(CONNECT4, "c1-e4")
    assert [cell.name for cell in sorted(block)][::11] == ["c1", "e4"]
    assert shapes_named(CONNECT4, "e1-c4+c4-e1+c1-e4") == [block]
    pairs = shapes_named(CONNECT4, "diagonal-pairs")
    assert [" ".join(cell.name for cell in sorted(cells)) for cells in pairs] == [
        "a2 a3 b3 b4 c4 c5 d5 d6",
        "a1 b1 b2 c2 c3 d3 d4 e4 e5 f5 f6",
        "c1 d1 d2 e2 e3 f3 f4 g4 g5",
    ]
    for text, words in (
        ("rings", "not a shape"),
        ("5x3", "at most 59049"),
        ("9x1", "there is none"),
        ("c1-h4", "not on the board"),
    ):
        with pytest.raises(KinarowError, match=words):
            shapes_named(CONNECT4, text)


@pytest.mark.slow
def test_the_commands(run: Run, tmp_path: Path) -> None:
    samples_at = ("--samples", str(tmp_path / "samples"))
    better = tmp_path / "better.json"
    tuned = run(
        "tune", "center-window", "--game", "drop:5x4:4", "-o", str(better), "--batches", "2",
        "--depth", "2", "--confirm", "20", "--free", "--fix", "pattern.own", "--json", *samples_at,
    )  # fmt: skip
    assert tuned.code == 0, tuned.err
    assert tuned.json["confirmation"]["games"] <= 20
    assert tuned.json["weights"]["pattern.own"] == {"before": 25, "after": 25}
    assert json.loads(better.read_text())["name"] == "better"
    by_games = run(
        "tune", "open-lines", "--by", "games", "--steps", "2", "--depth", "1", "--confirm", "0",
        "--game", "place:4x4:4", "-o", str(tmp_path / "games.json"),
    )  # fmt: skip
    assert by_games.code == 0, by_games.err
    assert "windows.own.k-1" in by_games.out
    assert [file.name for file in tmp_path.glob("games*")] == ["games.json"]
    little = tmp_path / "little.json.gz"
    learned = run(
        "learn", "--game", "drop:5x4:4", "-o", str(little), "--batches", "3", "--rounds", "1",
        "--depth", "2", *samples_at,
    )  # fmt: skip
    assert learned.code == 0, learned.err
    assert "held-out loss" in learned.out
    match = run("evaluate", "123", "--game", "drop:5x4:4", "--eval", str(little))
    assert match.code == 0, match.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tune", "open-lines", "-o", "x.txt"), "must end in .json"),
        (("tune", "open-lines", "-o", "missing/x.json"), "no folder"),
        (("tune", "nothing", "-o", "x.json"), "no evaluator"),
        (("tune", "open-lines", "-o", "x.json", "--fix", "pattern.own"), "no weight"),
        (("learn", "-o", "x.json", "--shapes", "rings"), "not a shape"),
        (("learn", "-o", "x.json", "--game", "gomoku", "--shapes", "windows"), "no solver"),
        (("learn", "-o", "x.json", "--game", "tictactoe", "--leaves", "1"), "do not fall"),
        (("learn", "-o", "x.json", "--samples", "/dev/null/x"), "cannot be made"),
        (("tune", "open-lines", "-o", "x.json", "--game", "drop:3x3:3", *FEW), "too few positions"),
        (("learn", "-o", "x.json", "--game", "drop:3x3:3", *FEW), "too few positions"),
        (("tune", "learned", "-o", "x.json"), "learned, not tuned"),
    ],
)
def test_mistakes_are_one_line(
    run: Run,
    arguments: tuple[str, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    finished = run(*arguments)
    assert finished.code == 2
    assert words in finished.err
    assert len(finished.err.strip().splitlines()) == 1


@pytest.mark.parametrize("content", ["", "{}", '{"values": {}, "done": 1, "settings": {}}', "[1]"])
def test_a_journal_that_cannot_be_read_is_one_line(run: Run, tmp_path: Path, content: str) -> None:
    (tmp_path / "x.json.journal").write_text(content)
    finished = run("tune", "open-lines", "--by", "games", "-o", str(tmp_path / "x.json"))
    assert finished.code == 2
    assert "remove it to start again" in finished.err


def test_fitted_evaluators_come_with_the_program() -> None:
    for name in FITTED:
        evaluator = find_evaluator(name)
        assert evaluator.name == name
        assert evaluator.source
        assert evaluator.motivation
    learned, position = find_evaluator("learned"), Position.from_moves("4453")
    mirrored = Position.from_moves("4435")
    assert learned.evaluate(position, Side.FIRST) == learned.evaluate(mirrored, Side.FIRST)
    with pytest.raises(KinarowError, match="made for drop:7x6:4"):
        learned.evaluate(Position.start("drop:8x7:4"), Side.FIRST)
    tuned = find_evaluator("center-window-tuned")
    assert isinstance(tuned.evaluate(Position.start("gomoku"), Side.FIRST), int | float)
