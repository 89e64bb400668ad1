"""What a solver says of a position."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

from kinarow.forcing.proof import ForcedWin
from kinarow.game import Cell, Position, Side
from kinarow.score import loss_at, signed, win_at

Outcome = Literal["win", "draw", "loss"]
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)

_MOST_NAMED: Final = 4
"""How many of the best moves are named."""


def score_of_win(position: Position, last_stone: int) -> int:
    """The winner's score where stone number `last_stone` ends the game: Pascal Pons' convention,
    half the number of stones that the winner is early, and 1 for a win with his last one."""
    return (position.spec.cell_count + 2 - last_stone) // 2


def last_stone(position: Position, score: int) -> int:
    """The number of the stone that ends the game, if the side to move has this score."""
    cells = position.spec.cell_count
    if score == 0:
        return cells
    latest = cells + 2 - 2 * abs(score)
    movers_turn = (position.plies + 1) % 2
    winners_turn = movers_turn if score > 0 else 1 - movers_turn
    return latest if latest % 2 == winners_turn else latest - 1


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proven of a score for the side to move.

    >>> from kinarow import Bounds
    >>> Bounds(1, 18).outcome, Bounds(1, 18).exact, Bounds(-2, -2).exact
    ('win', None, -2)
    """

    low: int
    high: int

    def __post_init__(self) -> None:
        assert self.low <= self.high, "a lower bound above an upper one proves nothing"

    @property
    def outcome(self) -> Outcome | None:
        """`win`, `draw` or `loss`; None if that is not proven."""
        if self.low > 0:
            return "win"
        if self.high < 0:
            return "loss"
        return "draw" if self.low == self.high == 0 else None

    @property
    def exact(self) -> int | None:
        """The score itself; None if it is not proven."""
        return self.low if self.low == self.high else None

    def flipped(self) -> Bounds:
        """The same, for the other side."""
        return Bounds(-self.high, -self.low)


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """A position's exact value for the side to move, or as much as could be proven of it.

    >>> from kinarow import Position, solve
    >>> solution = solve(Position.from_moves("4453"), moves=True)
    >>> solution
    <Solution: O wins at move 40; best moves: 3 or 6 or 7>
    >>> solution.outcome, solution.score, solution.plies
    ('loss', -2, 36)
    """

    position: Position
    bounds: Bounds
    weak: bool
    """Whether only win, draw or loss was asked for."""
    nodes: int
    seconds: float
    moves: dict[Cell, Bounds] | None = None
    """The value of each legal move for the side to move, where they were asked for."""
    line: tuple[Cell, ...] = ()
    """Perfect play by both sides from here, as far as it was asked for; of a forced win, the line
    against the answers that hold out longest."""
    forced: ForcedWin | None = None
    """The proof, if the side to move was found to win by threats: the win may be shorter."""

    @property
    def exact_moves(self) -> dict[Cell, int] | None:
        """The exact value of each legal move; None unless all were asked for and proven."""
        exact = {move: value.exact for move, value in (self.moves or {}).items()}
        known = {move: value for move, value in exact.items() if value is not None}
        return known if self.moves and len(known) == len(exact) else None

    @property
    def best_moves(self) -> tuple[Cell, ...]:
        """The moves that keep the value: all of them if the value of each was asked for, else the
        first move of the line, if there is one; none where that is not proven."""
        exact = self.exact_moves
        if exact is None:
            return self.line[:1]
        return tuple(move for move, value in exact.items() if value == max(exact.values()))

    @property
    def over(self) -> bool:
        """Whether the game has already ended."""
        return self.position.is_over

    @property
    def outcome(self) -> Outcome | None:
        """`win`, `draw` or `loss` for the side to move; None if that is not proven."""
        return self.bounds.outcome

    @property
    def score(self) -> int | None:
        """Pons' score; None without gravity, in a weak solution of a game that is not drawn, or
        where it is not proven."""
        return self.bounds.exact if self.position.spec.gravity else None

    @property
    def solved(self) -> bool:
        """Whether all that was asked for is proven."""
        return self.outcome is not None and (self.weak or self.bounds.exact is not None)

    @property
    def plies(self) -> int | None:
        """How many stones the game lasts from here; None where that is not proven."""
        if self.outcome == "draw":
            return self.position.spec.cell_count - self.position.plies
        score = self.score
        return None if score is None else last_stone(self.position, score) - self.position.plies

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        position = self.position
        values: dict[str, object] = {
            "game": str(position.spec),
            "over": self.over,
            "solved": self.solved,
            "score": self.score,
            "outcome": self.outcome,
            "low": self.bounds.low,
            "high": self.bounds.high,
            "plies": self.plies,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "line": [position.move_text(move) for move in self.line],
            "within": self.forced.stones if self.forced else None,
        }
        if self.moves is not None:
            has_scores = position.spec.gravity and not self.weak
            values["moves"] = {
                position.move_text(move): value.exact if has_scores else value.outcome
                for move, value in self.moves.items()
            }
        return values

    def engine_score(self) -> int | None:
        """The score on the number line that searches use; None where the end is not known."""
        if self.outcome == "draw":
            return 0
        if self.plies is None:
            return None
        stone = self.position.plies + self.plies
        return win_at(stone) if self.outcome == "win" else loss_at(stone)

    def words(self, mark: Callable[[Side], str] = operator.attrgetter("mark")) -> str:
        """The value in a sentence, and the best moves; `mark` says how a side is written."""
        mover, other = mark(self.position.mover), mark(self.position.mover.other)
        if self.over:
            won = f"{other} has won" if self.outcome == "loss" else "a draw"
            return f"the game is over: {won}"
        if self.outcome is None:
            return f"not solved: {self._between()} for {mover}"
        if self.forced is not None:
            return self.forced.words(mover)
        said = "a draw"
        if self.outcome != "draw":
            said = f"{mover if self.outcome == 'win' else other} wins"
            if self.plies is not None:
                said += f" at move {self.position.plies + self.plies}"
        if self.outcome == "loss" and self.plies is None:
            return said  # every move loses, and which one holds out longest is not known
        best = list(map(self.position.move_text, self.best_moves))
        more = f" or {len(best) - _MOST_NAMED} others" if len(best) > _MOST_NAMED else ""
        moves = "best move" if len(best) == 1 else "best moves"
        return f"{said}; {moves}: {' or '.join(best[:_MOST_NAMED])}{more}" if best else said

    def in_short(self, value: Bounds) -> str:
        """The value of a move: a score, or who wins; a question mark where that is not proven."""
        if self.position.spec.gravity and value.exact is not None:
            return signed(value.exact)
        return value.outcome or "?"

    def _between(self) -> str:
        low, high = self.bounds.low, self.bounds.high
        if self.position.spec.gravity:
            return f"between {signed(low)} and {signed(high)}"
        outcomes = {-1: "a loss", 0: "a draw", 1: "a win"}
        return f"between {outcomes[low]} and {outcomes[high]}"

    def __repr__(self) -> str:
        return f"<Solution: {self.words()}>"

    def __str__(self) -> str:
        from kinarow.solver.solution_text import solution_text

        return solution_text(self).plain

    def _repr_html_(self) -> str:
        from kinarow.solver.solution_text import solution_html

        return solution_html(self)
