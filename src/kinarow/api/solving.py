"""Many positions solved."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from kinarow.game import Position
from kinarow.solver import Solution
from kinarow.solver.engine import DEFAULT_MEGABYTES
from kinarow.solver.shared import shared_solver
from kinarow.work.jobs import results_in_order
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

Job = TypeVar("Job")
Result = TypeVar("Result")

_EASY_NODES = 2000
"""What takes fewer nodes is solved sooner here than it is sent to a worker and back."""


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of each position."""

    weak: bool
    moves: bool
    line: bool
    nodes: int | None
    seconds: float | None
    megabytes: int
    threads: int
    use_book: bool


def solve_many(
    positions: Iterable[Position],
    *,
    weak: bool = False,
    moves: bool = False,
    line: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    megabytes: int = DEFAULT_MEGABYTES,
    threads: int = 1,
    use_book: bool = True,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> Iterator[Solution]:
    """The solutions of many positions, in their order, each as soon as it and all before it are
    found; with the value of each move, or a whole perfect line, if asked.

    Each position is solved as if it were alone, within so many nodes and seconds: what is found
    does not depend on the other positions, nor on how many workers there are.

    >>> from kinarow import Position, solve_many
    >>> [s.score for s in solve_many(map(Position.from_moves, ["44", "4453", "1212121"]))]
    [1, -2, -18]
    """
    question = _Question(weak, moves, line, nodes, seconds, megabytes, threads, use_book)
    with _SparedWorkers(question, workers, stop) as many:
        found = results_in_order(partial(_solved, question), positions, many)
        for number, solution in enumerate(found, 1):
            progress(0.0, f"{number} solved")
            yield solution


_forgetting = threading.Lock()
"""Where an executor has threads, one must not forget what another is about to use."""


def _solved(question: _Question, position: Position) -> Solution:
    """What a worker does."""
    solver = shared_solver(
        position.spec, megabytes=question.megabytes, threads=question.threads,
        use_book=question.use_book,
    )  # fmt: skip
    with _forgetting:
        solver.forget()
        return solver.solve(
            position, weak=question.weak, moves=question.moves, line=question.line,
            nodes=question.nodes, seconds=question.seconds,
        )  # fmt: skip


class _SparedWorkers(Workers):
    """Workers that are not asked what is easy."""

    def __init__(
        self, question: _Question, who: int | str | Executor, stop: threading.Event | None
    ) -> None:
        super().__init__(who, stop=stop)
        # A worker that is this process needs no sparing; the nodes of threads cannot be foretold.
        self.spared = who != 1 and question.threads == 1
        self.question = question

    def submit(self, work: Callable[[Job], Result], job: Job) -> Future[Result]:
        if self.spared and isinstance(job, Position):
            least = min(self.question.nodes or _EASY_NODES, _EASY_NODES)
            solution = _solved(replace(self.question, nodes=least), job)
            if solution.nodes < least or least == self.question.nodes:
                known: Future[Any] = Future()
                known.set_result(solution)
                return known
        return super().submit(work, job)
