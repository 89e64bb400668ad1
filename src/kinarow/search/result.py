"""What a search found."""

from __future__ import annotations

from dataclasses import dataclass, field

from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator, Evaluating, as_evaluator
from kinarow.game import Cell, Position
from kinarow.score import Score


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best move, what it is worth for the side to move, and what it took to find it."""

    move: Cell
    score: Score
    line: tuple[Cell, ...]
    """The principal variation: best play by both sides, the move first."""
    depth: int
    nodes: int
    """Positions looked at, the root included, in all shallower searches on the way too."""
    cutoffs: int = 0
    """How often the rest of a node's moves could be left out."""
    table_hits: int = 0
    """How often a position was met again."""
    only_nearby: bool = False
    """Whether only cells near stones were tried, as on large boards without gravity."""

    nodes_at_depth: int | None = None
    """Those of the last search alone, where there were others on the way."""
    seconds: float = field(default=0.0, compare=False)
    """How long the search of these nodes took; what was prepared before is no part of it."""

    @property
    def branching(self) -> float:
        """The effective branching factor: how many moves a node would have in a full tree of this
        depth with as many nodes."""
        nodes = self.nodes if self.nodes_at_depth is None else self.nodes_at_depth
        return float(nodes ** (1 / self.depth)) if self.depth else 0.0


def searchable(position: Position, evaluator: Evaluating, depth: int) -> AnyEvaluator:
    """The evaluator to search with. What no search can make anything of is refused; every search
    begins with this."""
    judge = as_evaluator(evaluator)
    if depth < 1:
        raise KinarowError(f"a search looks at least 1 ply ahead, not {depth}")
    if position.ending() is not None:
        raise KinarowError("the game is over: there is no move to search for")
    return judge
