"""The strongest play that kinarow has for the game at hand."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kinarow.evaluation import PHASED_TRAPS, THREATS, AnyEvaluator, find_evaluator
from kinarow.game import VARIANTS, GameSpec, Position
from kinarow.game.movetext import write_moves
from kinarow.players.builtin.perfect import solver_for
from kinarow.players.builtin.searcher import LimitedPlayer
from kinarow.players.builtin.threat_searcher import ThreatPlayer
from kinarow.players.player import Choice
from kinarow.score import in_words, is_proven, win_at
from kinarow.search.threats.options import why_no_threats
from kinarow.work.budget import Budget

if TYPE_CHECKING:
    from kinarow.forcing.proof import ForcedWin

_LEARNED_FOR: Final = VARIANTS["connect4"].spec
_USUAL_SECONDS: Final = 1.0
_SHARE_OF_SOLVER, _SHARE_OF_FORCED = 0.3, 0.1
_SHARE_OF_SEARCH, _SHARE_OF_DOUBT = 0.75, 0.08
"""Of what a move may take. With gravity, the search has all that the solver leaves; without, some
is kept to ask whether the other side wins by force after the move that the search has chosen."""
_SHARE_OF_OTHERS = 0.01
"""For a first opinion of each move that might be played instead."""
_NODES_WITHOUT_LIMIT: Final = 2_000_000
"""What a move may take if only its depth is limited, the solver's and the proofs' parts of it."""
_LEAST_SECONDS: Final = 0.001


@dataclass(frozen=True, slots=True)
class BestPlayer(LimitedPlayer):
    """Asks the book and the solver, then, without gravity, for a forced win, then searches threats:
    on the Connect Four board by what was learned."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            object.__setattr__(self, "seconds", _USUAL_SECONDS)
        _ = self.limits  # refuses what makes no sense

    @property
    def name(self) -> str:
        return f"best:{','.join(self.limits_text)}"

    def get_ready(self, spec: GameSpec) -> None:
        from kinarow.solver.solver import is_solvable

        self._searcher(spec, None).get_ready(spec)
        if is_solvable(spec):
            solver_for(spec).get_ready()
        if not spec.gravity:
            from kinarow.forcing.forced import find_forced_win

            find_forced_win(Position.start(spec), Budget(nodes=100))

    def choices(self, position: Position, stop: threading.Event | None) -> Iterator[Choice]:
        nodes = None if self._is_limited else _NODES_WITHOUT_LIMIT
        left = Budget(self.nodes or nodes, self.seconds, stop)
        known = self._solved(position, left) or self._forced(position, left)
        if known:
            yield known
        elif why_no_threats(position.spec):
            searcher = self._searcher(position.spec, left.part() if self._is_limited else None)
            yield from searcher.choices(position, stop)
        else:
            yield from self._doubting(position, left)

    @property
    def _is_limited(self) -> bool:
        """Whether by more than its depth."""
        return self.nodes is not None or self.seconds is not None

    def _searcher(self, spec: GameSpec, budget: Budget | None) -> LimitedPlayer:
        player = ThreatPlayer(_judge(spec), self.depth)
        if budget is None:
            return player
        nodes, seconds = budget.nodes, budget.seconds
        return player.within(
            self.depth,
            None if nodes is None else max(1, nodes),
            None if seconds is None else max(_LEAST_SECONDS, seconds),
        )

    def _solved(self, position: Position, left: Budget) -> Choice | None:
        """A move whose value is exact, if the book knows the position or it is soon solved."""
        from kinarow.solver.solver import is_solvable

        if not is_solvable(position.spec):
            return None
        solver = solver_for(position.spec)
        if self.seconds is None:
            solver.forget()  # the answer shall depend on the position alone
        solution = solver.solve_within(left.share(_SHARE_OF_SOLVER), position, best=True)
        if not solution.line:
            return None
        score = solution.engine_score()
        if solution.outcome == "loss" and not position.spec.gravity:
            return None  # every move loses, and the solver does not say which holds out longest
        words = in_words(score) if score else f"a {solution.outcome}"
        return Choice(
            solution.line[0], score, f"{words} by perfect play", solution.line, nodes=left.spent
        )

    def _forced(self, position: Position, left: Budget) -> Choice | None:
        """The first move of a forced win, if one is soon found."""
        if position.spec.gravity:
            return None
        from kinarow.forcing.forced import find_forced_win

        win = find_forced_win(position, left.share(_SHARE_OF_FORCED))
        if win is None:
            return None
        score = win_at(position.plies + win.stones)
        return Choice(win.move, score, f"a forced win: {win.words()}", win.line, nodes=win.nodes)

    def _doubting(self, position: Position, left: Budget) -> Iterator[Choice]:
        """What the search chooses; or another move, if the other side would win by force."""
        share = left.share(_SHARE_OF_SEARCH) if self._is_limited else None
        for choice in self._searcher(position.spec, share).choices(position, left.stop):
            yield choice
        left.spend(choice.nodes)
        if choice.score is None or is_proven(choice.score):
            return
        refuted = _refutation(position.play(choice.move), left)
        if refuted is None:
            return
        for other in self._others(position, choice, refuted, left):
            if self._is_used_up(left):
                return
            if _refutation(position.play(other.move), left) is None:
                yield other
                return

    def _others(
        self, position: Position, choice: Choice, refuted: ForcedWin, left: Budget
    ) -> list[Choice]:
        """Moves that get in the way of a win, the best first, by a short search."""
        found = []
        for move in dict.fromkeys(refuted.line):
            if move == choice.move or self._is_used_up(left):
                continue
            searcher = self._searcher(position.spec, left.share(_SHARE_OF_OTHERS))
            child = position.play(move)
            if child.ending() is not None:
                continue
            answer = searcher.choose(child)
            left.spend(answer.nodes)
            score = -(answer.score or 0)
            words = write_moves(position.spec, refuted.line)
            reason = f"{in_words(score)}; after {choice.move} the other side wins: {words}"
            line = (move, *answer.line)
            found.append(Choice(move, score, reason, line, choice.depth, left.spent))
        return sorted(found, key=lambda other: -(other.score or 0))

    def _is_used_up(self, left: Budget) -> bool:
        """Whether nothing is left for another question."""
        if left.seconds is not None and not left.is_stopped:
            return left.elapsed > left.seconds * (1 - _SHARE_OF_DOUBT)
        return left.is_stopped or left.spent >= (self.nodes or 2 * _NODES_WITHOUT_LIMIT)


def _refutation(child: Position, left: Budget) -> ForcedWin | None:
    """A forced win of the side to move."""
    from kinarow.forcing.forced import find_forced_win

    return find_forced_win(child, left.share(_SHARE_OF_DOUBT))


def _judge(spec: GameSpec) -> AnyEvaluator:
    if spec == _LEARNED_FOR:
        return find_evaluator("learned")
    return PHASED_TRAPS if spec.gravity else THREATS
