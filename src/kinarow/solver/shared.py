"""Solvers that a process keeps, each with what it has proven, for whoever asks next."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kinarow.game import GameSpec
from kinarow.solver.engine import DEFAULT_MEGABYTES
from kinarow.solver.solver import Solver

if TYPE_CHECKING:
    from kinarow.solver.drop.engine import DropSolver

_KEPT = 4


@lru_cache(maxsize=_KEPT)
def shared_solver(
    spec: GameSpec,
    *,
    megabytes: int = DEFAULT_MEGABYTES,
    threads: int = 1,
    use_book: bool = True,
) -> Solver:
    """The process's one solver for a game with a table of this size."""
    return Solver(spec, megabytes=megabytes, threads=threads, use_book=use_book)


def shared_drop_solver(spec: GameSpec, *, megabytes: int) -> DropSolver:
    """Its engine for a game with gravity, to be asked about many boards in one call."""
    from kinarow.solver.drop.engine import DropSolver

    engine = shared_solver(spec, megabytes=megabytes).engine
    assert isinstance(engine, DropSolver), f"{spec} has no such solver"
    return engine
