"""What the use cases find out does not depend on who does the work, nor on whether he survives."""

from __future__ import annotations

import json
import multiprocessing
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kinarow.api.books import build_book
from kinarow.api.fitting import learn, tune
from kinarow.api.grading import grade
from kinarow.api.reports import report
from kinarow.api.solving import solve_many
from kinarow.evaluation.files import to_json
from kinarow.game import GameSpec
from kinarow.work import workers
from kinarow.work.executors import local_workers
from tests.running import Run
from tests.solver.oracle import late_position
from tests.strategies import SOAKING

pytestmark = pytest.mark.slow

SMALL = "drop:4x4:3"


def _grade(folder: Path, **who: Any) -> object:
    return grade("random", SMALL, count=24, labels=folder / "labels.db", **who).to_json()


def _solve(folder: Path, **who: Any) -> object:
    del folder
    seed, spec = random.Random(1), GameSpec.parse("connect4")
    drawn = (late_position(seed, spec, 24) for _ in range(20))
    positions = [position for position in drawn if position is not None]
    return [(s.bounds, s.nodes) for s in solve_many(positions, use_book=False, **who)]


def _tune(folder: Path, **who: Any) -> object:
    found = tune("open-lines", SMALL, batches=3, depth=1, samples=folder, **who)
    return to_json(found.evaluator), found.to_json()


def _learn(folder: Path, **who: Any) -> object:
    found = learn(SMALL, shapes="windows", batches=3, rounds=1, depth=1, samples=folder, **who)
    return to_json(found.evaluator), found.to_json()


def _report(folder: Path, **who: Any) -> object:
    del folder
    return report("open-lines", SMALL, depth=1, quick=True, **who).html


def _build_book(folder: Path, **who: Any) -> object:
    build_book(folder / "book.npz", SMALL, plies=5, **who)
    return (folder / "book.npz").read_bytes()


class _Killer:
    """Kills all workers, as by -9, when it is first told of progress while there are some."""

    def __init__(self) -> None:
        self.killed = 0
        self.others = set(multiprocessing.active_children())  # of a lab that other tests ask

    def __call__(self, share: float, words: str) -> None:
        started = set(multiprocessing.active_children()) - self.others
        for worker in () if self.killed else started:
            worker.kill()
            worker.join()
            self.killed += 1


@pytest.mark.parametrize(
    "use_case",
    [_grade, _tune, _learn, _report, *([_solve, _build_book] if SOAKING else [])],
    ids=lambda use_case: use_case.__name__.strip("_"),
)
def test_a_worker_that_is_killed_changes_nothing(
    use_case: Callable[..., object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One process, since each takes long to start, but one that is not this one.
    monkeypatch.setattr(workers, "local_workers", lambda _: local_workers(1))
    killer = _Killer()
    (tmp_path / "alone").mkdir()
    (tmp_path / "killed").mkdir()
    alone = use_case(tmp_path / "alone", workers=1)
    assert use_case(tmp_path / "killed", workers=2, progress=killer) == alone
    assert killer.killed == 1


COMMANDS = {
    "grade": ["grade", "alphabeta:depth=1", "--count", "20", "--labels", "labels.db"],
    "solve": ["solve", "--file", "positions", "--moves", "--game", "drop:5x5:4"],
    "tune": ["tune", "open-lines", "-o", "e.json", "--batches", "2", "--depth", "1",
             "--samples", "samples", "--confirm", "20"],
    "tune by games": ["tune", "open-lines", "-o", "e.json", "--by", "games", "--steps", "1",
                      "--depth", "1", "--confirm", "0"],
    "learn": ["learn", "-o", "e.json", "--shapes", "windows", "--batches", "2", "--rounds", "1",
              "--depth", "1", "--samples", "samples"],
    "report": ["report", "open-lines", "-o", "r.html", "--depth", "1", "--quick"],
    "compare": ["compare", "open-lines", "center-window", "-o", "r.html", "--depth", "1",
                "--quick"],
    "book build": ["book", "build", "-o", "b.npz", "--plies", "5"],
}  # fmt: skip
"""Each with a tiny input; the files that they write are e.json, r.html and b.npz."""


def test_a_cluster_gives_the_same_output_to_the_byte(
    run: Run, cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All commands in one test, so that one process alone starts a cluster for them."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    for name in COMMANDS if SOAKING else ("grade", "tune", "report"):
        alone = _output(name, ["--workers", "1"], run, tmp_path / name / "alone", monkeypatch)
        shared = _output(name, ["--cluster", cluster], run, tmp_path / name / "shared", monkeypatch)
        assert shared == alone, name


def _output(
    name: str, who: list[str], run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> object:
    """What a command prints, and the files that it writes."""
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    Path("positions").write_text("\n1\n12\n121\n")
    as_json = [] if name == "book build" else ["--json"]
    game = [] if name == "solve" else ["--game", SMALL]  # in which all is too easy to be sent
    done = run(*COMMANDS[name], *game, *who, *as_json)
    assert done.code == 0, done.err
    files = [
        path.read_bytes() for path in map(Path, ("e.json", "r.html", "b.npz")) if path.exists()
    ]
    return _without_times(done.out) if as_json else done.out, files


def _without_times(out: str) -> list[object]:
    """Lines of JSON without what was measured."""
    rows = [json.loads(line) for line in out.splitlines()]
    for row in rows:
        row.pop("seconds", None)
    return rows
