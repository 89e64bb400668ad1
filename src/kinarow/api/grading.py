"""Players compared with perfect play."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from kinarow.errors import KinarowError
from kinarow.evaluation.trial import try_out
from kinarow.forcing import knows
from kinarow.game import GameSpec, Position
from kinarow.game.spec import as_spec
from kinarow.grading import Grade, drawn_positions, grade_moves
from kinarow.grading.forced_grade import forced_positions, grade_forced_wins
from kinarow.grading.labels import label_all
from kinarow.players import Player
from kinarow.players.as_player import as_player
from kinarow.solver.solver import is_solvable_early
from kinarow.work.progress import Progress, part_of, silent
from kinarow.work.workers import Workers


def grade(
    player: Player | str,
    game: GameSpec | str = "connect4",
    *,
    positions: Sequence[Position] | None = None,
    count: int = 200,
    seed: int = 0,
    labels: Path | None = None,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> Grade:
    """A player's moves beside the exact value of every move, in positions given or drawn by seed.

    On boards without gravity that are too large to be solved, positions with a forced win are drawn
    from own games, and a move is right if it is proven to win.

    Exact values are kept in the file `labels`, by default in the user's cache, so that they are
    found but once.

    >>> from kinarow import grade
    >>> grade("first-legal", "drop:4x4:3", count=5)
    <Grade: first-legal, 5 positions, 100.0 % keep the result>
    """
    asked = as_player(player)
    spec = positions[0].spec if positions else as_spec(game)
    if asked.evaluator is not None:
        try_out(asked.evaluator, spec)
    if positions is None:
        progress(0.0, "drawing positions")
        if not is_solvable_early(spec):
            return _by_forced_wins(asked, spec, count, seed, workers, progress, stop)
        positions = drawn_positions(spec, count, seed)
    with Workers(workers, stop=stop) as many:
        labelled = label_all(positions, many, part_of(progress, 0, 0.5), labels)
        return grade_moves(asked, labelled, asked.evaluator, many, part_of(progress, 0.5, 1))


def _by_forced_wins(
    player: Player,
    spec: GameSpec,
    count: int,
    seed: int,
    workers: int | str | Executor,
    progress: Progress,
    stop: threading.Event | None,
) -> Grade:
    if not knows(spec):
        raise KinarowError(f"{spec} is too large for the exact solver: give it late positions")
    positions = forced_positions(spec, count, seed)
    if not positions:
        raise KinarowError(f"no forced wins were found in own games of {spec}")
    with Workers(workers, stop=stop) as many:
        return grade_forced_wins(player, positions, many, part_of(progress, 0.5, 1))
