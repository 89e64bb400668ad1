"""The signature of the compiled search: nodes over fixed positions at a fixed depth.

It changes only when the search does, so a change that should not touch it can be seen not to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kinarow.evaluation import find_evaluator
from kinarow.game import Position
from kinarow.search.deepening import search
from kinarow.search.limits import Limits

POSITIONS = (
    ("connect4", ""),
    ("connect4", "4453"),
    ("connect4", "44444432"),
    ("connect4", "3661535465557665173364"),
    ("connect4", "113225334464434556"),
    ("drop:8x7:5", "445563"),
    ("drop:5x5:3", "3"),
    ("place:5x5:4", "c3 b2 d4"),
    ("gomoku", "h8 g9 i9 h10"),
)
EVALUATORS = ("center-window", "open-lines", "anchored-runs", "phased-traps")
"""By name, so that a longer catalogue leaves the signature as it is."""
DEPTH = 10
DEPTH_WITHOUT_GRAVITY = 4


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One search of the benchmark."""

    game: str
    moves: str
    evaluator: str
    depth: int
    nodes: int
    seconds: float
    """Of searching alone."""

    @property
    def speed(self) -> float:
        """Millions of nodes a second."""
        return self.nodes / self.seconds / 1e6


def run_bench(progress: Callable[[float], None] = lambda share: None) -> Iterator[BenchRow]:
    """Search every position with every evaluator of the benchmark."""
    done, total = 0, len(POSITIONS) * len(EVALUATORS)
    for game, moves in POSITIONS:
        position = Position.from_moves(moves, game)
        depth = DEPTH if position.spec.gravity else DEPTH_WITHOUT_GRAVITY
        for name in EVALUATORS:
            found = search(position, find_evaluator(name), Limits(depth=depth))
            done += 1
            progress(done / total)
            yield BenchRow(game, moves, name, depth, found.nodes, found.seconds)
