"""The sequential test over the games of a schedule, in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kinarow.arena.played import PlayedGame
from kinarow.arena.ratings.elo import ResultSample
from kinarow.arena.ratings.sprt import SequentialTest, TestVerdict
from kinarow.arena.results import Repeats


class SequentialJudge:
    """Looks at pairs of games as the schedule has them, each once, and at none before all that come
    before it are played. So the verdict, and the game after which it was reached, are the same
    whoever finishes first.
    """

    def __init__(self, test: SequentialTest, keys: Sequence[str]) -> None:
        self.test, self.keys = test, keys
        self.verdict: TestVerdict | None = None
        self.looked_at = 0
        """How many games, from the first on."""
        self._repeats = Repeats()
        self._counts = [0] * 5

    def look(self, played: Mapping[str, PlayedGame]) -> None:
        """Look at the pairs that can be looked at by now, until there is a verdict."""
        while self.verdict is None:
            keys = self.keys[self.looked_at : self.looked_at + 2]
            pair = [played[key] for key in keys if key in played]
            if len(pair) < 2:
                return
            self.looked_at += 2
            if self._repeats.is_new(pair):
                self._counts[round(2 * sum(game.points_of_a for game in pair))] += 1
                self.verdict = self.test.verdict(ResultSample(tuple(self._counts)))
