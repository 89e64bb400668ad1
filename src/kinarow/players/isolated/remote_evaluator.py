"""Alpha-beta of this process over an evaluator in another one, which is asked for numbers.

So whoever handed in the evaluator decides what boards are worth, and nothing else: how deep and by
which rules the search looks ahead is out of its reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from kinarow.game import Position, Side
from kinarow.players.builtin.searcher import choice_of
from kinarow.players.isolated.answers import read_scores
from kinarow.players.isolated.player import IsolatedPlayer
from kinarow.players.isolated.questions import EVALUATE, EVALUATOR, MOST_BOARDS, Question
from kinarow.players.player import Choice, ForfeitError, LateError
from kinarow.score import Score
from kinarow.search.plain.stepwise import alphabeta_in_steps

MOST_DEPTH: Final = 4
"""Plies that are searched for an evaluator in another process: each board is a question."""


@dataclass(frozen=True, slots=True)
class AskingPlayer(IsolatedPlayer):
    """Searches here, and asks an evaluator, named by `text`, in a process of its own."""

    depth: int = MOST_DEPTH

    @property
    def first_question(self) -> Question:
        return EVALUATOR, self.text

    def choose(self, position: Position) -> Choice:
        (found,) = _Search(self, [position], self.seconds).choices()
        if isinstance(found, ForfeitError):
            raise found
        return found

    def choose_together(self, positions: Sequence[Position]) -> list[Choice | ForfeitError]:
        """Its choices in many positions, whose searches put their boards into the same questions.
        The limit for a move holds for each question. An error that leaves nothing to go on with is
        raised: which of the positions it comes from shows when they are asked about one by one."""
        return _Search(self, positions, None).choices()


class _Search:
    """The searches of some positions, side by side, and what the evaluator has said in them."""

    def __init__(
        self, player: AskingPlayer, positions: Sequence[Position], seconds: float | None
    ) -> None:
        """`seconds` for all questions together, or else the limit for a move for each."""
        self.player, self.positions, self.seconds = player, positions, seconds
        self.begun = player.counted
        self.known: dict[Side, dict[Position, Score | Exception]] = {side: {} for side in Side}

    def choices(self) -> list[Choice | ForfeitError]:
        depth = min(self.player.depth, MOST_DEPTH)
        sparing = len(self.positions) > 1
        searches = {
            position: alphabeta_in_steps(
                position, depth, self.known[position.mover], sparing=sparing
            )
            for position in self.positions
        }
        found: dict[Position, Choice | ForfeitError] = {}
        while searches:
            wanted: dict[Side, dict[Position, None]] = {side: {} for side in Side}
            for position, search in list(searches.items()):
                try:
                    wanted[position.mover].update(dict.fromkeys(next(search)))
                    continue
                except StopIteration as end:
                    found[position] = choice_of(end.value, self.player, position)
                except ForfeitError as error:
                    found[position] = error
                del searches[position]
            for side, boards in wanted.items():
                self._ask(side, list(boards))
        return [found[position] for position in self.positions]

    def _ask(self, side: Side, boards: list[Position]) -> None:
        for start in range(0, len(boards), MOST_BOARDS):
            batch = boards[start : start + MOST_BOARDS]
            limit = self.player.seconds
            if self.seconds is not None:
                limit = max(0.0, self.seconds + self.begun - self.player.counted)
            try:
                scores = self.player.ask_for(
                    partial(read_scores, count=len(batch)), (EVALUATE, (side, batch)), limit
                )
            except LateError:  # what is said is the limit of the move, not of the last batch
                raise LateError(self.player.seconds) from None
            self.known[side].update(zip(batch, scores, strict=True))
