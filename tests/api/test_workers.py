"""What the use cases find out does not depend on who does the work, nor on whether he survives."""

from __future__ import annotations

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
from kinarow.evaluation.written.json_files import to_json
from kinarow.game import GameSpec
from kinarow.work import workers
from kinarow.work.executors import local_workers
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
    [_grade, *([_learn, _tune, _report, _solve, _build_book] if SOAKING else [])],
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
