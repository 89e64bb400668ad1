"""Alpha-beta of this process over an evaluator in another one, which is asked for numbers.

So whoever handed in the evaluator decides what boards are worth, and nothing else: how deep and by
which rules the search looks ahead is out of its reach.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

from kinarow.evaluation import AnyEvaluator
from kinarow.game import Position, Side
from kinarow.players.answers import read_scores
from kinarow.players.isolated import IsolatedPlayer
from kinarow.players.player import Choice, ForfeitError, LateError
from kinarow.players.player_questions import EVALUATE, EVALUATOR, MOST_BOARDS, Question
from kinarow.players.searcher import choice_of
from kinarow.score import Score
from kinarow.search.alphabeta import alphabeta_by
from kinarow.search.plainly import PLAIN_DEPTH


@dataclass(frozen=True, slots=True)
class AskingPlayer(IsolatedPlayer):
    """Searches here, and asks an evaluator, named by `text`, in a process of its own."""

    depth: int = PLAIN_DEPTH
    """At most `PLAIN_DEPTH` plies, as with every function that does not run compiled here."""

    @property
    def first_question(self) -> Question:
        return EVALUATOR, self.text

    def choose(self, position: Position) -> Choice:
        asked = _AskedEvaluator(self, position.mover)
        depth = min(self.depth, PLAIN_DEPTH)
        found = alphabeta_by(position, asked.evaluate, depth, asked.expect)
        return choice_of(found, asked, position)


class _AskedEvaluator(AnyEvaluator):
    """What an evaluator in another process says during one search: the positions that a node leads
    to are asked about at once."""

    def __init__(self, player: AskingPlayer, side: Side) -> None:
        self.name, self.player, self.side = player.name, player, side
        self.begun = time.monotonic()
        self.known: dict[Position, Score | ForfeitError] = {}

    def expect(self, positions: list[Position]) -> None:
        new = [position for position in positions if position not in self.known]
        for start in range(0, len(new), MOST_BOARDS):
            batch = new[start : start + MOST_BOARDS]
            left = self.player.seconds + self.begun - time.monotonic()
            try:
                scores = self.player.ask_for(
                    partial(read_scores, count=len(batch)),
                    (EVALUATE, (self.side, batch)),
                    max(0.0, left),
                )
            except LateError:  # what is said is the limit of the move, not of the last batch
                raise LateError(self.player.seconds) from None
            self.known.update(zip(batch, scores, strict=True))

    def evaluate(self, position: Position, side: Side) -> Score:
        assert side is self.side
        self.expect([position])
        score = self.known[position]
        if isinstance(score, ForfeitError):
            raise score
        return score
