"""Players compared with perfect play."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

from kinarow.game import GameSpec, Position
from kinarow.game.spec import as_spec
from kinarow.grading import Grade, drawn_positions
from kinarow.grading import grade as grade_on
from kinarow.grading.labels import label_all
from kinarow.players import Player
from kinarow.players.plain_object import as_player
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers


def grade(
    player: Player | str,
    game: GameSpec | str = "connect4",
    *,
    positions: Sequence[Position] | None = None,
    count: int = 200,
    seed: int = 0,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
) -> Grade:
    """A player's moves beside the exact value of every move, in positions given or drawn by seed.

    Exact values are kept in the user's cache, so that they are found but once.

    >>> from kinarow import grade
    >>> grade("first-legal", "drop:4x4:3", count=5)
    <Grade: first-legal, 5 positions, 100.0 % keep the outcome>
    """
    asked = as_player(player)
    wanted = positions if positions is not None else drawn_positions(as_spec(game), count, seed)
    with Workers(workers) as many:
        labelled = label_all(wanted, many, progress)
    return grade_on(asked, labelled, asked.evaluator, progress)
