"""What the games of a contest amount to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kinarow.arena.interruption import Interruption
from kinarow.arena.played_game import PlayedGame
from kinarow.arena.ratings.crosstable import crosstable, crosstable_html, crosstable_text
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.arena.ratings.standings import Standing
from kinarow.arena.results import Encounter, encounters, table_of
from kinarow.arena.store.export import row_of
from kinarow.drawing.notebook import words


@dataclass(frozen=True, slots=True, repr=False)
class Tournament:
    """The games of a contest of any number of players; `print` and notebooks show the table.

    >>> from kinarow import play_tournament
    >>> played = play_tournament(["first-legal", "fixed-order"], "drop:4x4:3", rounds=1)
    >>> played
    <Tournament: 2 players, 2 games>
    >>> [standing.player for standing in played.standings()]
    ['first-legal', 'fixed-order']
    """

    games: tuple[PlayedGame, ...]
    """Those that count, in the order of the schedule."""
    interrupted: Interruption | None = None
    """How far it came, if it was stopped before its end."""
    anchors: Mapping[str, float] = field(default_factory=dict)
    """Players whose Elo is given: the others' is relative to it."""

    def encounters(self) -> list[Encounter]:
        """How each two players did against each other."""
        return list(encounters(self.games).values())

    def standings(self) -> list[Standing]:
        """All players with their ratings, the strongest first."""
        return table_of(self.encounters(), self.anchors)

    def forfeits(self) -> Counter[str]:
        """How often games were forfeited, by who did it and how."""
        return Counter(
            f"{game.loser} forfeited by {game.reason}" for game in self.games if game.is_forfeit
        )

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game, for `pandas.DataFrame`."""
        return [row_of(game) for game in self.games]

    def to_json(self, test: SequentialTest | None = None) -> dict[str, Any]:
        """Plain values; these keys are a contract with scripts and with the lab's page."""
        meetings = self.encounters()
        return {
            "games": len(self.games),
            "interrupted": self.interrupted.to_json() if self.interrupted else None,
            "repeated": sum(meeting.repeated for meeting in meetings),
            "unpaired": sum(meeting.unpaired for meeting in meetings),
            "anchors": dict(self.anchors),
            "standings": [standing.to_json() for standing in table_of(meetings, self.anchors)],
            "encounters": [meeting.to_json(test) for meeting in meetings],
            "forfeits": dict(self.forfeits()),
        }

    def __repr__(self) -> str:
        players = {name for game in self.games for name in (game.a, game.b)}
        return f"<Tournament: {len(players)} players, {len(self.games)} games>"

    def __str__(self) -> str:
        lines = crosstable(self.encounters(), self.anchors)
        return crosstable_text(lines) if lines else "no games yet"

    def _repr_html_(self) -> str:
        lines = crosstable(self.encounters(), self.anchors)
        return crosstable_html(lines) if lines else words("no games yet")
