"""A played game, move by move, compared with perfect play.

Where a position cannot be solved within the limits, what the next stone decides is still certain,
and an evaluator has its opinion.
"""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

from kinarow.drawing import Diagram, draw_svg, notebook
from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator
from kinarow.game import Cell, Position, Side
from kinarow.game.movetext import write_move
from kinarow.game.threats import winning_moves
from kinarow.grading.forced_moves import NOTHING_FORCED, ForcedMove, forced_move
from kinarow.grading.grades import GradedMove, sign
from kinarow.grading.labels import Labels
from kinarow.reasons.forced_reasons import reason_of
from kinarow.reasons.mistake import Mistake, explain_mistake
from kinarow.score import Score, in_words, signed
from kinarow.solver import Solver
from kinarow.solver.engine import PlainEngine
from kinarow.work.budget import Budget
from kinarow.work.working_time import working_time

MoveVerdict = Literal["best", "slower", "sooner", "blunder", "mistake", "unknown"]

SECONDS_A_MOVE: Final = 10.0
"""What each move of a game may take, unless it is said otherwise."""

_PLAIN_NODES = 20_000
"""For each move where only plain Python can solve: more take seconds and hardly solve more."""

_KEPT = {1: "win", 0: "draw"}

_REASONS = 2
"""How many of the things that an evaluator liked are named."""

_OPINION_SECONDS = 2.0
"""How long an evaluator, which may be a user's function, is asked about the moves of a position."""


@dataclass(frozen=True, slots=True, repr=False)
class ReviewedMove:
    """A move of a game, and what it did to the game's value; all for the side that played it.

    >>> from kinarow import review_game
    >>> for move in review_game("a1 b1 b2", "tictactoe"):
    ...     print(move)
      1 X a1     0 → 0
      2 O b1     0 → -1   draw→loss, better b2
      3 X b2    +1 → +1
    """

    position: Position
    move: Cell
    graded: GradedMove | None
    """None where the solver could not solve the position within its limits."""
    forced: ForcedMove = NOTHING_FORCED
    """What threats say there."""
    mistake: Mistake | None = None
    """Of a blunder or a mistake: what it allowed, and what the right move would have kept."""

    @property
    def verdict(self) -> MoveVerdict:
        """`best`; `slower` if a win is kept but takes longer, `sooner` if a loss comes sooner than
        it must; `blunder` if the result is thrown away. Where the position was not solved,
        `mistake` if the next stone would have won, or wins for the opponent and need not;
        `blunder` if a forced win was missed, or one allowed that was not there; else `unknown`."""
        if self.graded is None:
            return self._at_once()[0]
        if self.graded.is_best:
            return "best"
        if self.graded.blunder:
            return "blunder"
        return "slower" if self.graded.best > 0 else "sooner"

    @property
    def words(self) -> str:
        """The verdict, and how much later or sooner."""
        return self.graded.words if self.graded else self._at_once()[1]

    @property
    def better(self) -> tuple[Cell, ...]:
        """The best moves, where this was none of them; after a `mistake`, those that make none."""
        if self.graded is None:
            return self._at_once()[2]
        if self.graded.is_best:
            return ()
        labels = self.graded.labels
        return tuple(move for move, value in labels.items() if value == self.graded.best)

    @property
    def is_only(self) -> bool:
        """Whether no other move would have kept the win, or the draw."""
        graded = self.graded
        if graded is None or not graded.keeps_outcome or graded.best < 0:
            return False
        others = [value for move, value in graded.labels.items() if move != self.move]
        kept = (value > 0 if graded.best > 0 else value >= 0 for value in others)
        return bool(others) and not any(kept)

    def missed(self, evaluator: AnyEvaluator) -> str:
        """In words, what an evaluator made of a mistake, or of a move that was not solved."""
        if self.verdict == "unknown":
            return self._opinion(evaluator)
        if not self.better:
            return ""
        played, better = self._score(evaluator, self.move), self._score(evaluator, self.better[0])
        name = evaluator.name
        scores = self._scored({self.move: played, self.better[0]: better})
        if played < better:
            return f"{name} saw the better move: {scores}"
        words = f"{name} saw no difference" if played == better else f"{name} liked it better"
        return f"{words}: {scores}{self._reasons(evaluator)}"

    def told(self, mark: Callable[[Side], str] = operator.attrgetter("mark")) -> str:
        """The move in a line: its number, its side (`mark` says how that is written), the values
        before and after, and what was better."""
        position, graded = self.position, self.graded
        line = f"{position.plies + 1:>3} {mark(position.mover)} {position.move_text(self.move):<4}"
        if graded is not None:
            line += f"{signed(graded.best):>4} → {signed(graded.value):<4} "
        if graded is None or self.verdict != "best":
            line += self.words
        if self.better and not self.forced.missed:
            line += f", better {' or '.join(map(position.move_text, self.better))}"
        return line.rstrip()

    def __repr__(self) -> str:
        return f"<ReviewedMove: {self.told().strip()}>"

    def __str__(self) -> str:
        return self.told()

    def _repr_html_(self) -> str:
        said = self.told().strip()
        diagram = Diagram.of(self.position.play(self.move), self.move)
        return notebook.beside(draw_svg(diagram, said), notebook.words(said, strong=True))

    def to_json(self, evaluator: AnyEvaluator) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        position, graded = self.position, self.graded
        return {
            "mover": int(position.mover),
            "move": position.move_text(self.move),
            "verdict": self.verdict,
            "words": self.words,
            "before": graded.best if graded else None,
            "after": graded.value if graded else None,
            "blunder": graded.blunder if graded else None,
            "better": [position.move_text(move) for move in self.better],
            "missed": self.missed(evaluator),
            "within": self._within(),
            "shown": self.forced.shown_json(),
            "why": self.mistake.to_json() if self.mistake else None,
        }

    def _within(self) -> int | None:
        """With how many stones from before the move the winner by force wins at most."""
        forced = self.forced
        if forced.lost:
            return forced.lost.stones
        if forced.allowed:
            return 1 + forced.allowed.stones
        win = forced.kept or forced.missed
        return win.stones if win else None

    def _at_once(self) -> tuple[MoveVerdict, str, tuple[Cell, ...]]:
        """What is certain although the position was not solved: the verdict, its words, and the
        moves that are better."""
        position = self.position
        wins = winning_moves(position)
        if self.move in wins:
            return "best", "wins at once", ()
        if wins:
            return "mistake", "not solved, but it misses a win at once", wins
        replies = winning_moves(position.play(self.move))
        if not replies:
            return self._by_force()
        # Without gravity a threat can be stopped only where it is.
        tried = position.legal_moves() if position.spec.gravity else replies
        safe = [move for move in tried if not winning_moves(position.play(move))]
        if not safe:
            return "best", "every move loses at once", ()
        return "mistake", "not solved, but it lets the opponent win at once", tuple(safe)

    def _by_force(self) -> tuple[MoveVerdict, str, tuple[Cell, ...]]:
        """What is certain by threats."""
        forced = self.forced
        if forced.kept or forced.lost:
            return "best", forced.words, ()
        if forced.missed:
            return "blunder", forced.words, (forced.missed.move,)
        if forced.allowed:
            return "blunder", forced.words, ()
        return "unknown", "not solved", ()

    def _opinion(self, evaluator: AnyEvaluator) -> str:
        """Which move an evaluator likes best at first sight, as far as there is the time to ask."""
        end, moves = working_time() + _OPINION_SECONDS, self.position.legal_moves()
        scores = {self.move: self._score(evaluator, self.move)}
        for move in moves:
            if working_time() > end:
                break
            if move != self.move:
                scores[move] = self._score(evaluator, move)
        liked = max(scores, key=lambda move: scores[move])
        named = self._scored({move: scores[move] for move in (self.move, liked)})
        words = f"in the opinion of {evaluator.name}, "
        if liked != self.move:
            return f"{words}{self.position.move_text(liked)} is better: {named}"
        asked = "" if len(scores) == len(moves) else f" of the {len(scores)} it had time for"
        return f"{words}no move{asked} is better: {named}"

    def _scored(self, scores: dict[Cell, Score]) -> str:
        spec = self.position.spec
        return ", ".join(f"{write_move(spec, move)} {in_words(s)}" for move, s in scores.items())

    def _score(self, evaluator: AnyEvaluator, move: Cell) -> Score:
        return evaluator.evaluate(self.position.play(move), self.position.mover)

    def _reasons(self, evaluator: AnyEvaluator) -> str:
        """What the played move added to the score."""
        told = evaluator.explain_move(self.position, self.move, self.position.mover)
        changes = told.changes if told else ()
        liked = sorted((c for c in changes if c.points > 0), key=lambda c: -c.points)[:_REASONS]
        named = [f"{c.term} at {' '.join(cell.name for cell in c.cells)}" for c in liked if c.cells]
        return f" (for {' and '.join(named)})" if named else ""


def review(
    positions: Sequence[Position],
    solver: Solver,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> Iterator[ReviewedMove]:
    """The moves that lead from each position of a game to the next, as they are looked at. Each may
    take so many nodes and seconds; when `stop` is set, there are no more."""
    if len(positions) < 2:
        raise KinarowError("a game with no moves has nothing to review")
    if isinstance(solver.engine, PlainEngine):
        nodes = min(nodes or _PLAIN_NODES, _PLAIN_NODES)
    # What is compiled for the first time takes the time of none of them.
    solver.get_ready()
    for position, child in pairwise(positions):
        move = position.move_to(child)
        labels = _labels(position, move, solver, Budget(nodes, seconds, stop))
        if stop is not None and stop.is_set():
            return
        if labels:
            reviewed = ReviewedMove(position, move, GradedMove(position, move, labels))
        else:
            forced = forced_move(position, move, Budget(nodes, seconds, stop))
            reviewed = ReviewedMove(position, move, None, forced)
        yield replace(reviewed, mistake=_mistake(reviewed, stop))


def _mistake(reviewed: ReviewedMove, stop: threading.Event | None) -> Mistake | None:
    """Why a move was a mistake, if it was one."""
    if reviewed.verdict not in ("blunder", "mistake"):
        return None
    position, move, forced = reviewed.position, reviewed.move, reviewed.forced
    if reviewed.graded is not None:
        best, labels = sign(reviewed.graded.best), reviewed.graded.labels
        better = tuple(m for m, value in labels.items() if sign(value) == best)
        return explain_mistake(position, move, better, _KEPT[best], stop=stop)
    if forced.missed:
        right = reason_of(forced.missed)
        return Mistake(position, move, reviewed.better, "win", right=right)
    if forced.allowed:
        allowed = reason_of(forced.allowed)
        return Mistake(position, move, reviewed.better, None, allowed=allowed)
    kept = "win" if winning_moves(position) else None
    return explain_mistake(position, move, reviewed.better, kept, stop=stop)


def _labels(position: Position, played: Cell, solver: Solver, budget: Budget) -> Labels | None:
    """The exact value of each move, the played one first; None as soon as one cannot be solved
    within the budget for all of them, since then the best is not known."""
    moves = position.legal_moves()
    values = {}
    for move, value in solver.values(position, sorted(moves, key=lambda m: m != played), budget):
        if value is None:
            return None
        values[move] = value
    return {move: values[move] for move in moves}
