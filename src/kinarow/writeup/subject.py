"""What a report is about: an evaluator of terms, a user's function, or `square-value`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator, Explanation, UserEvaluator
from kinarow.evaluation.catalogue import (
    CATALOGUE,
    FITTED,
    SQUARE_VALUE,
    WORKED_EXAMPLES,
    find_evaluator,
)
from kinarow.evaluation.explanation.remarks import Remark, remarks_if_own
from kinarow.evaluation.load import load_explained
from kinarow.evaluation.trial import try_out
from kinarow.evaluation.understood.explaining import explain_function
from kinarow.evaluation.understood.kept import understood
from kinarow.evaluation.understood.understanding import Understanding
from kinarow.game import VARIANTS, GameSpec, Position, Side
from kinarow.grading.drawn_positions import quiet_moves
from kinarow.players import AlphaBetaPlayer, Player
from kinarow.players.builtin.most_valuable_square import SquareValuePlayer
from kinarow.players.isolated.player import contestant

SLOW_SECONDS = 0.005
"""A call that takes longer than this makes games of a function that cannot be compiled too long."""

_DEPTH, _PLAIN_DEPTH, _LARGE_DEPTH = 4, 2, 2
_LARGE = 100

_TIMED_CALLS = 5
"""The fastest of them counts: the others may have had to wait."""

_CANDIDATES = 60
_MOST_STONES = 24
_GOOD_COUNT = 12
"""About how many things count in an example that is neither trivial nor endless."""


@dataclass(frozen=True, slots=True)
class Subject:
    """An evaluator by the text that names it."""

    text: str
    described: AnyEvaluator
    """Itself, or `SQUARE_VALUE`."""

    @classmethod
    def named(cls, text: str) -> Subject:
        evaluator = load_explained(text)
        if evaluator.file is not None and "," in str(evaluator.file):
            raise KinarowError(f"{text}: the names of files that play may have no comma")
        return cls(text, evaluator)

    def __post_init__(self) -> None:
        known = self.name in (*CATALOGUE, *FITTED)
        if known and self.evaluator != find_evaluator(self.name):
            raise KinarowError(
                f"this evaluator is called {self.name}, as another one of the catalogue: give it "
                "a name of its own"
            )

    @property
    def evaluator(self) -> AnyEvaluator | None:
        """None for `square-value`, which is no evaluator of boards."""
        return None if self.described is SQUARE_VALUE else self.described

    @property
    def name(self) -> str:
        return self.described.name

    @property
    def source(self) -> str:
        if self.file is not None:
            return ""  # its source is shown, with the name of its file
        return self.described.source

    @property
    def motivation(self) -> str:
        return self.described.motivation

    @property
    def file(self) -> Path | None:
        """Where a user's function is written."""
        return self.described.file

    def contestant(self, depth: int, seconds: float) -> Player:
        """A player that plays by it; a user's function in a process of its own."""
        if self.evaluator is None:
            return SquareValuePlayer()
        if self.file is None:
            return AlphaBetaPlayer(self.evaluator, depth)
        return contestant(f"alphabeta:eval={self.text},depth={depth}", seconds=seconds)

    def default_depth(self, spec: GameSpec) -> int:
        """How far it looks ahead in games: less far where that would take too long."""
        if spec.cell_count > _LARGE:
            return _LARGE_DEPTH
        return _PLAIN_DEPTH if self._runs_plainly(spec) else _DEPTH

    def too_slow(self, position: Position) -> bool:
        """Whether many games with it would take hours."""
        if self.evaluator is None or not self._runs_plainly(position.spec):
            return False
        took = []
        for _ in range(_TIMED_CALLS):
            began = time.perf_counter()
            self.evaluator.evaluate(position, position.mover)
            took.append(time.perf_counter() - began)
        return min(took) > SLOW_SECONDS

    def _runs_plainly(self, spec: GameSpec) -> bool:
        return bool(self.evaluator and self.evaluator.why_not_compiled(spec))

    def try_out(self, spec: GameSpec) -> None:
        """Raise what is wrong with a user's function, before anything depends on it."""
        if self.evaluator and not self.evaluator.of_terms:
            try_out(self.evaluator, spec)

    def remarks(self, position: Position, side: Side) -> tuple[Remark, ...]:
        """What must be said beside its scores, found on an example and a few more boards."""
        found = self.explain(position, side).remarks
        if self.evaluator is None:
            return found
        have = {remark.kind for remark in found}
        more = remarks_if_own(self.evaluator, position.spec)
        return (*found, *(remark for remark in more if remark.kind not in have))

    def explain(self, position: Position, side: Side) -> Explanation:
        """Its worked example on a position; a function's by the best way that is exact there."""
        if isinstance(self.evaluator, UserEvaluator):
            return explain_function(self.evaluator, position, side)
        return self.described.explain(position, side)

    def understood(self, spec: GameSpec) -> Understanding | None:
        """What its function comes to, where it is one."""
        if not isinstance(self.evaluator, UserEvaluator):
            return None
        return understood(self.evaluator, spec)

    def example(self, spec: GameSpec, seed: int) -> tuple[Position, Side]:
        """A position to explain it on: that of its document, or one in which much of it counts."""
        original = self.name.removesuffix("-tuned")
        if spec == VARIANTS["connect4"].spec and original in WORKED_EXAMPLES:
            return Position.from_moves(WORKED_EXAMPLES[original]), Side.FIRST
        best = max(self._candidates(spec, seed), key=self._worth, default=Position.start(spec))
        return best, best.mover

    def _worth(self, position: Position) -> tuple[int, int]:
        """How good an example is: many kinds of things that count, but not too many of them."""
        try:
            explanation = self.explain(position, position.mover)
        except KinarowError:  # a user's function that fails there; elsewhere it may not
            return -1, 0
        kinds = {
            (step.title, c.points > 0) for step in explanation.steps for c in step.contributions
        }
        return min(len(kinds), _GOOD_COUNT // 2), -abs(len(explanation.contributions) - _GOOD_COUNT)

    def _candidates(self, spec: GameSpec, seed: int) -> list[Position]:
        random, found = Random(f"example/{seed}"), []
        # A user's function may be slow, and a large board takes long to explain.
        wanted = _CANDIDATES if self.described.of_terms else 6
        for _ in range(wanted if spec.cell_count <= _LARGE else 6):
            position = Position.start(spec)
            most = min(max(1, spec.cell_count // 2), _MOST_STONES)
            for _ in range(random.randint(min(spec.cell_count // 5, most), most)):
                quiet = (
                    quiet_moves(position) if spec.cell_count <= _LARGE else position.legal_moves()
                )
                if not quiet or position.ending():
                    break
                position = position.play(random.choice(list(quiet)))
            if position.plies and position.ending() is None:
                found.append(position)
        return found


def check_names(subjects: Sequence[Subject]) -> None:
    """Complain about subjects that cannot be told apart."""
    for number, subject in enumerate(subjects):
        if subject.name in (other.name for other in subjects[:number]):
            raise KinarowError(f"two of these are called {subject.name}: give them different names")
