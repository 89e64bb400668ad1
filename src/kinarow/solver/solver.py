"""One solver for every game: its book, the fastest engine that knows it, plain search otherwise."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kinarow.errors import KinarowError
from kinarow.forcing import knows
from kinarow.game import Cell, GameSpec, Position
from kinarow.game.spec import as_spec
from kinarow.native.working_time import getting_ready, working_time
from kinarow.solver.book.book import book_for
from kinarow.solver.engine import DEFAULT_MEGABYTES, MOST_MEGABYTES, Engine, PlainEngine, check_game
from kinarow.solver.plain import score_of_finished
from kinarow.solver.solution import Bounds, Solution
from kinarow.work.deadline import MOST_SECONDS

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


@dataclass(slots=True)
class _Allowance:
    """What is left of the nodes and seconds for a question that is made of several."""

    nodes: int | None
    seconds: float | None
    stop: threading.Event | None
    begun: float = field(default_factory=working_time)
    spent: int = 0

    @property
    def elapsed(self) -> float:
        return working_time() - self.begun

    @property
    def nodes_left(self) -> int | None:
        return None if self.nodes is None else max(0, self.nodes - self.spent)

    @property
    def seconds_left(self) -> float | None:
        return None if self.seconds is None else max(0.0, self.seconds - self.elapsed)

    @property
    def is_spent(self) -> bool:
        is_stopped = self.stop is not None and self.stop.is_set()
        return is_stopped or self.nodes_left == 0 or self.seconds_left == 0


def _least(one: int | None, other: int | None) -> int | None:
    """The smaller of two limits."""
    return min((limit for limit in (one, other) if limit is not None), default=None)


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
        check_game(position, self.spec)
        if seconds is not None and not 0 < seconds <= MOST_SECONDS:
            raise KinarowError(
                f"seconds must be more than 0 and at most {MOST_SECONDS}, not {seconds}"
            )
        left = _Allowance(nodes, seconds, stop)
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
        left: _Allowance,
        window: Bounds | None = None,
        most: int | None = None,
    ) -> Bounds:
        known = self._without_search(position)
        if known is not None:
            return known
        if left.is_spent:
            return Engine.widest(position)
        nodes, seconds = _least(left.nodes_left, most), left.seconds_left
        bounds, spent = self.engine.prove(
            position, window=window, weak=weak, nodes=nodes, seconds=seconds, stop=left.stop
        )
        left.spent += spent
        return bounds

    def _forced_win(self, position: Position, weak: bool, left: _Allowance) -> ForcedWin | None:
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
        left: _Allowance,
        first: Cell | None = None,
        most: int | None = None,
    ) -> ForcedWin | None:
        """A win by threats, with this first move if there is one, within so many nodes."""
        if not knows(self.spec) or self._without_search(position) is not None or left.is_spent:
            return None
        from kinarow.forcing.forced import look_for_forced_win

        nodes, seconds = _least(left.nodes_left, most), left.seconds_left
        forced, spent = look_for_forced_win(
            position, first=first, nodes=nodes, seconds=seconds, stop=left.stop
        )
        left.spent += spent
        return forced

    def _values_of_moves(
        self, position: Position, weak: bool, left: _Allowance
    ) -> dict[Cell, Bounds]:
        by_threats = knows(self.spec) and self._is_plain
        bounds = self._bounds_by_threats if by_threats else self._bounds_after
        return {move: bounds(position, move, weak, left) for move in position.legal_moves()}

    def _bounds_after(self, position: Position, move: Cell, weak: bool, left: _Allowance) -> Bounds:
        return self._bounds(position.play(move), weak, left).flipped()

    def _bounds_by_threats(
        self, position: Position, move: Cell, weak: bool, left: _Allowance
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
        self, position: Position, bounds: Bounds, length: int, left: _Allowance
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

    def _best_move(self, position: Position, value: int, left: _Allowance) -> Cell | None:
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
