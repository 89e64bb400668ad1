"""Small games without gravity: the compiled solver's memory, and its questions.

The first question brings in the kernels' library, or numba where there is none.
"""

from __future__ import annotations

from ctypes import addressof, memset, sizeof
from typing import Any

from kinarow.bitboards.desk import WORD_BYTES, Memory, fill, words
from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.game.geometry import WORD_BITS, fits_words, geometry
from kinarow.game.symmetry import move_bits, symmetries
from kinarow.solver.buffers import NO_LIMIT, zeroed
from kinarow.solver.engine import DEFAULT_MEGABYTES, Engine
from kinarow.solver.solution import Bounds
from kinarow.work.budget import Budget


def fits(spec: GameSpec) -> bool:
    return not spec.gravity and fits_words(spec)


class PlaceSolver(Engine):
    """One game's solver: 1 is a win for the side to move, 0 a draw, −1 a loss. What it has proven
    stays in its table from question to question."""

    def __init__(self, spec: GameSpec, *, megabytes: int = DEFAULT_MEGABYTES) -> None:
        if not fits(spec):
            raise KinarowError(f"{spec} does not fit the solver's {WORD_BITS} bits")
        from kinarow.native.kernels import make_ready
        from kinarow.solver.place.kernel import answer
        from kinarow.solver.place.table_kernel import BUCKET_BYTES

        super().__init__(spec)
        make_ready(answer)
        positions = 3**spec.cell_count  # more entries than that would stay empty
        most = min(megabytes * (1 << 20) // BUCKET_BYTES, positions)
        buckets = 1 << most.bit_length() - 1
        self.table = zeroed(buckets * BUCKET_BYTES)
        self.images = _images(spec)
        self.desk = self._laid_out(buckets)
        self.known = Bounds(-1, 1)
        self.is_used = False

    def _prove(
        self, position: Position, window: Bounds, weak: bool, budget: Budget
    ) -> tuple[Bounds, int]:
        from kinarow.bitboards import desk_kernel as at

        del weak  # there is no score but who wins
        self.known = known = window
        self.is_used = True
        left = budget.nodes_left
        limit = NO_LIMIT if left is None else left
        fill(self.desk, {at.NODES: 0, at.STOP: 0, at.NODE_LIMIT: limit})
        with budget.watched(self.stop):
            if known.high == 1 and known.low < 1:
                wins = self._attack(position, mover_attacks=True)
                if wins is not None:
                    self.known = known = Bounds(1, 1) if wins else Bounds(known.low, 0)
            if known.low == -1 and known.high < 1 and known.exact is None:
                loses = self._attack(position, mover_attacks=False)
                if loses is not None:
                    self.known = known = Bounds(-1, -1) if loses else Bounds(0, 0)
        return known, int(self.desk[at.index(at.NODES)])

    def forget(self) -> None:
        with self.lock:
            if self.is_used:
                memset(self.table, 0, sizeof(self.table))
            self.is_used = False

    def stop(self) -> None:
        """End the question that is being worked on, from another thread."""
        from kinarow.bitboards import desk_kernel as at

        self.desk[at.index(at.STOP)] = 1

    def progress(self) -> tuple[Bounds, int]:
        from kinarow.bitboards import desk_kernel as at

        return self.known, int(self.desk[at.index(at.NODES)])

    def _attack(self, position: Position, *, mover_attacks: bool) -> bool | None:
        """Whether one side can complete a line; None if the search was stopped before it knew."""
        from kinarow.solver.place.kernel import LOST, WON, answer

        own = position.stones(position.mover)
        other = position.stones(position.mover.other)
        pair = answer(own, other, int(mover_attacks), addressof(self.desk))
        if pair not in (WON, LOST):
            return None
        return bool(pair == WON) == mover_attacks

    def _laid_out(self, buckets: int) -> Memory:
        from kinarow.bitboards import desk_kernel as at

        on = geometry(self.spec)
        frame_words = 2 * WORD_BITS
        frames = (self.spec.cell_count + 1) * frame_words
        desk = words(at.DESK_WORDS + frames)
        steps = sorted(on.steps.values())
        values: dict[Any, int] = {
            at.BOARD: on.board,
            at.TARGET: self.spec.target,
            at.EXACT: int(self.spec.exact),
            at.STEP_COUNT: len(steps),
            at.TABLE: addressof(self.table),
            at.TABLE_BITS: buckets.bit_length() - 1,
            at.IMAGES: addressof(self.images),
            at.IMAGE_COUNT: len(symmetries(self.spec)),
            at.FRAME_BYTES: frame_words * WORD_BYTES,
            at.FRAMES: addressof(desk) + at.DESK_WORDS * WORD_BYTES,
        }
        fill(desk, values)
        for number, step in enumerate(steps):
            desk[at.index(at.STEPS) + number] = step
        return desk


def _images(spec: GameSpec) -> Memory:
    """For each symmetry of the game, the first leaves all alone, where it takes each bit."""
    board = geometry(spec).board
    images = words(len(symmetries(spec)) * WORD_BITS)
    for number, symmetry in enumerate(symmetries(spec)):
        for bit in range(board.bit_length()):
            if board >> bit & 1:
                images[number * WORD_BITS + bit] = move_bits(spec, symmetry, 1 << bit)
    return images
