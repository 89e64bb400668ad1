"""Players compared with perfect play."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.game.spec import as_spec
from kinarow.grading import Grade, drawn_positions, grade_moves
from kinarow.grading.labels import is_solvable, label_all
from kinarow.players import Player
from kinarow.players.plain_object import as_player
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

    Exact values are kept in the file `labels`, by default in the user's cache, so that they are
    found but once.

    >>> from kinarow import grade
    >>> grade("first-legal", "drop:4x4:3", count=5)
    <Grade: first-legal, 5 positions, 100.0 % keep the outcome>
    """
    asked = as_player(player)
    if positions is None:
        spec = as_spec(game)
        if not is_solvable(spec):
            raise KinarowError(f"{spec} is too large for the exact solver: give it late positions")
        progress(0.0, "drawing positions")
        positions = drawn_positions(spec, count, seed)
    with Workers(workers, stop=stop) as many:
        labelled = label_all(positions, many, part_of(progress, 0, 0.5), labels)
        return grade_moves(asked, labelled, asked.evaluator, many, part_of(progress, 0.5, 1))
