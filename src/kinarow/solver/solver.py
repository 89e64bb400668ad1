"""One solver for every game: its book, the fastest engine that knows it, plain search otherwise."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kinarow.errors import KinarowError
from kinarow.forcing import knows
from kinarow.game import Cell, GameSpec, Position
from kinarow.game.spec import as_spec
from kinarow.solver.book.book import book_for
from kinarow.solver.engine import DEFAULT_MEGABYTES, MOST_MEGABYTES, Engine, PlainEngine, check_game
from kinarow.solver.plain import score_of_finished
from kinarow.solver.solution import Bounds, Solution
from kinarow.work.budget import Budget
from kinarow.work.working_time import getting_ready

if TYPE_CHECKING:
    from kinarow.forcing.proof import ForcedWin

_NODES_BEFORE_THREATS = 200_000
"""What an engine visits at first, a fraction of a second, before threats are looked at: most of
what it can solve at all is solved then."""
_NODES_OF_THREATS = 500_000
"""How long they are looked at before the engine goes on: some seconds."""
_NODES_A_MOVE = 3_000
_NODES_OF_A_GLANCE = 2_000

MOST_THREADS = 64


def is_solvable(spec: GameSpec) -> bool:
    """Whether there is a compiled engine for a game, however long it takes."""
    from kinarow.solver.drop import engine as drop
    from kinarow.solver.place import engine as place

    return drop.fits(spec) or place.fits(spec)


def is_solvable_early(spec: GameSpec) -> bool:
    """Whether its boards are small enough, one word, for more than the end of its games."""
    from kinarow.solver.drop import engine as drop
    from kinarow.solver.place import engine as place

    return drop.fits_one_word(spec) or place.fits(spec)


def engine_for(spec: GameSpec, *, megabytes: int = DEFAULT_MEGABYTES, threads: int = 1) -> Engine:
    """The fastest engine that knows a game."""
    from kinarow.solver.drop import engine as drop
    from kinarow.solver.place import engine as place

    if drop.fits(spec):
        return drop.DropSolver(spec, megabytes=megabytes, threads=threads)
    if place.fits(spec):
        return place.PlaceSolver(spec, megabytes=megabytes)
    return PlainEngine(spec)


class Solver:
    """Exact values for positions of one game; what it proves it remembers.

    >>> from kinarow import Position
    >>> solver = Solver("drop:5x4:4")
    >>> solver.solve(Position.from_moves("3", "drop:5x4:4")).outcome
    'draw'
    """

    def __init__(
        self,
        game: GameSpec | str = "connect4",
        *,
        megabytes: int = DEFAULT_MEGABYTES,
        threads: int = 1,
        use_book: bool = True,
    ) -> None:
        if not 1 <= megabytes <= MOST_MEGABYTES:
            raise KinarowError(f"the table size must be 1 to {MOST_MEGABYTES} MB, not {megabytes}")
        if not 1 <= threads <= MOST_THREADS:
            raise KinarowError(f"threads must be 1 to {MOST_THREADS}, not {threads}")
        self.spec = as_spec(game)
        self.use_book = use_book
        self._megabytes, self._threads, self._making = megabytes, threads, threading.Lock()
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        """The engine, made when it is first needed: what the book knows needs none."""
        with self._making:
            if self._engine is None:
                with getting_ready():
                    self._engine = engine_for(
                        self.spec, megabytes=self._megabytes, threads=self._threads
                    )
        return self._engine

    def get_ready(self) -> None:
        """Load the book and the kernels, or compile those the first time."""
        if self.use_book:
            book_for(self.spec)
        self.engine.prove(Position.start(self.spec), Budget(nodes=1))

    def values(
        self,
        position: Position,
        moves: Iterable[Cell],
        budget: Budget,
        most: int | None = None,
    ) -> Iterator[tuple[Cell, int | None]]:
        """The exact value of each of these moves for the side to move, as they are found; None for
        one that is not proven in what is left, or in so many nodes."""
        for move in moves:
            exact = self.solve_within(budget.part(most), position.play(move)).bounds.exact
            yield move, None if exact is None else -exact

    def progress(self) -> tuple[Bounds, int] | None:
        """What the question that is being worked on has come to, and its nodes; None if there is
        nothing to search. Asked from another thread."""
        return None if self._engine is None else self._engine.progress()

    def forget(self) -> None:
        """Forget all that was proven, so that the next answer depends on its question alone."""
        if self._engine is not None:
            self._engine.forget()

    @property
    def _is_plain(self) -> bool:
        """Whether no engine but plain Python knows the game."""
        from kinarow.solver.drop import engine as drop
        from kinarow.solver.place import engine as place

        return not (drop.fits(self.spec) or place.fits(self.spec))

    def solve(
        self,
        position: Position,
        *,
        weak: bool = False,
        moves: bool = False,
        best: bool = False,
        line: bool = False,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: threading.Event | None = None,
    ) -> Solution:
        """The value of a position; of each move, the best move, or a whole perfect line if asked.

        `weak` asks only who wins, which is faster. Out of nodes or seconds, or when `stop` is set,
        the solution has the bounds that were proven until then.
        """
        budget = Budget.asked(nodes, seconds, stop)
        return self.solve_within(budget, position, weak=weak, moves=moves, best=best, line=line)

    def solve_within(
        self,
        left: Budget,
        position: Position,
        *,
        weak: bool = False,
        moves: bool = False,
        best: bool = False,
        line: bool = False,
    ) -> Solution:
        """The same, for a question that is one of several."""
        check_game(position, self.spec)
        left = left.part()
        forced = None if moves else self._forced_win(position, weak, left)
        if forced is not None:
            return Solution(
                position, Bounds(1, 1), weak, left.spent, left.elapsed, line=forced.line,
                forced=forced,
            )  # fmt: skip
        values = self._values_of_moves(position, weak, left) if moves else None
        if values:
            lows, highs = zip(*((value.low, value.high) for value in values.values()), strict=True)
            widest = Engine.widest(position)
            bounds = Bounds(max(*lows, widest.low), min(max(highs), widest.high))
        else:
            bounds = self._bounds(position, weak, left)
        length = position.spec.cell_count if line else int(best)
        if values and length == 1 and self._is_plain:
            # What is known of each move need not be searched for again.
            play = tuple(m for m, v in values.items() if v.exact is not None and v == bounds)[:1]
        else:
            play = self._line(position, bounds, length, left)
        return Solution(position, bounds, weak, left.spent, left.elapsed, values, play)

    def _without_search(self, position: Position) -> Bounds | None:
        """What is known of a position beforehand: a game that is over, or one in the book."""
        score = score_of_finished(position)
        if score is not None and not position.spec.gravity:
            score = -1 if score else 0  # the side to move has lost, or nobody has won
        if score is None and self.use_book:
            book = book_for(self.spec, position.plies)
            score = None if book is None else book.score(position)
        return None if score is None else Bounds(score, score)

    def _bounds(
        self,
        position: Position,
        weak: bool,
        left: Budget,
        window: Bounds | None = None,
        most: int | None = None,
    ) -> Bounds:
        known = self._without_search(position)
        if known is not None:
            return known
        if left.is_spent:
            return Engine.widest(position)
        return self.engine.prove(position, left.part(most), window=window, weak=weak)

    def _forced_win(self, position: Position, weak: bool, left: Budget) -> ForcedWin | None:
        """A win by threats, unless an engine for this game soon knows the value itself."""
        if not knows(self.spec):
            return None
        if not self._is_plain:
            if self._bounds(position, weak, left, most=_NODES_BEFORE_THREATS).exact is not None:
                return None
            return self._forced(position, left, most=_NODES_OF_THREATS)
        # Half of the nodes, if they are counted: the rest is for looking at every move.
        return self._forced(position, left, most=left.nodes and -(-left.nodes // 2))

    def _forced(
        self,
        position: Position,
        left: Budget,
        first: Cell | None = None,
        most: int | None = None,
    ) -> ForcedWin | None:
        """A win by threats, with this first move if there is one, within so many nodes."""
        if not knows(self.spec) or self._without_search(position) is not None or left.is_spent:
            return None
        from kinarow.forcing.forced import find_forced_win

        return find_forced_win(position, left.part(most), first=first)

    def _values_of_moves(self, position: Position, weak: bool, left: Budget) -> dict[Cell, Bounds]:
        by_threats = knows(self.spec) and self._is_plain
        bounds = self._bounds_by_threats if by_threats else self._bounds_after
        return {move: bounds(position, move, weak, left) for move in position.legal_moves()}

    def _bounds_after(self, position: Position, move: Cell, weak: bool, left: Budget) -> Bounds:
        return self._bounds(position.play(move), weak, left).flipped()

    def _bounds_by_threats(
        self, position: Position, move: Cell, weak: bool, left: Budget
    ) -> Bounds:
        """What a move is worth on a board that is too large: whether it wins or loses by force."""
        child = position.play(move)
        if self._forced(position, left, move, _NODES_A_MOVE):
            return Bounds(1, 1)
        if self._forced(child, left, most=_NODES_A_MOVE):
            return Bounds(-1, -1)
        known = self._without_search(child) or Engine.widest(child)
        return known.flipped()

    def _line(
        self, position: Position, bounds: Bounds, length: int, left: Budget
    ) -> tuple[Cell, ...]:
        """Perfect play from a position of known value; cut short if it takes too long."""
        line: list[Cell] = []
        value = bounds.exact
        while value is not None and len(line) < length and position.ending() is None:
            move = self._best_move(position, value, left)
            if move is None:
                break
            line.append(move)
            position, value = position.play(move), -value
        return tuple(line)

    def _best_move(self, position: Position, value: int, left: Budget) -> Cell | None:
        """A move that keeps a position's value; None if out of time. The most central one, without
        gravity of those that what is known already proves at a glance, if there are any."""
        middle = (position.spec.columns - 1) / 2, (position.spec.rows - 1) / 2

        def distance(move: Cell) -> float:
            return abs(move.column - middle[0]) + abs(move.row - middle[1])

        central_first = sorted(position.legal_moves(), key=distance)
        # By proof numbers a move that wins is known with the position's value, and another one may
        # take much longer: a glance at each of them first.
        for most in (None,) if position.spec.gravity else (_NODES_OF_A_GLANCE, None):
            for move in central_first:
                child = position.play(move)
                # No move is better than the position's value: it keeps it, or it is worse.
                worse = min(-value + 1, Engine.widest(child).high)
                kept = self._bounds(child, False, left, window=Bounds(-value, worse), most=most)
                if kept.exact == -value:
                    return move
        return None
