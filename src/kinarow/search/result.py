"""What a search found."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field

from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator, Evaluating, as_evaluator
from kinarow.game import Cell, Position, Side
from kinarow.game.movetext import write_moves
from kinarow.score import Score, in_words


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult:
    """The best move, what it is worth for the side to move, and what it took to find it.

    >>> from kinarow import Position, best_move
    >>> found = best_move(Position.from_moves("112233"), depth=2)
    >>> found
    <SearchResult: X plays 4, win at stone 7 after 4>
    >>> found.move.name, found.depth
    ('d1', 1)
    """

    position: Position
    """The one that was searched."""
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

    def words(self, mark: Callable[[Side], str] = operator.attrgetter("mark")) -> str:
        """The move, its score and the line that is expected; `mark` says how a side is written."""
        position = self.position
        line = write_moves(position.spec, self.line)
        plays = f"{mark(position.mover)} plays {position.move_text(self.move)}"
        return f"{plays}, {in_words(self.score)} after {line}"

    @property
    def effort(self) -> str:
        """How deep it looked, at how many positions."""
        nearby = ", trying cells near stones" if self.only_nearby else ""
        return f"depth {self.depth}, {self.nodes} positions in {self.seconds:.3f} s{nearby}"

    def __repr__(self) -> str:
        return f"<SearchResult: {self.words()}>"

    def __str__(self) -> str:
        from kinarow.search.result_text import result_text

        return result_text(self).plain

    def _repr_html_(self) -> str:
        from kinarow.search.result_text import result_html

        return result_html(self)


def searchable(position: Position, evaluator: Evaluating, depth: int) -> AnyEvaluator:
    """The evaluator to search with. What no search can make anything of is refused; every search
    begins with this."""
    judge = as_evaluator(evaluator)
    if depth < 1:
        raise KinarowError(f"the search depth must be at least 1 ply, not {depth}")
    if position.ending() is not None:
        raise KinarowError("the game is over: there is no move to search for")
    return judge
