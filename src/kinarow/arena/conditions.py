"""How the games of a contest are played: the one place that says what they start from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kinarow.arena.even_openings import even_openings, has_even_openings
from kinarow.arena.openings import Opening, all_openings, openings_in, random_openings
from kinarow.errors import ArenaError
from kinarow.game import GameSpec
from kinarow.players import Player
from kinarow.players.child_process import DEFAULT_MEGABYTES
from kinarow.players.isolated import contestant
from kinarow.players.plain_object import as_player

Pairing = tuple[Player, Player]
"""Two players that meet; the first is A."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How games are played. The same players under the same conditions play the same games,
    whichever program asks for them."""

    seed: int = 0
    openings: str | None = None
    """`none`, `random`, `even`, a number of plies, or a file; None leaves it to `openings_for`."""
    move_seconds: float | None = None
    """Time limit per move; exceeding it forfeits the game."""
    megabytes: int = DEFAULT_MEGABYTES
    """Memory limit of a player that runs a user's code."""

    def entered(self, player: Player | str) -> Player:
        """A player as it takes part: one that runs a user's code does so in its own process."""
        if not isinstance(player, str):
            return as_player(player)
        return contestant(player, seconds=self.move_seconds, megabytes=self.megabytes)

    def openings_for(
        self, spec: GameSpec, pairings: Sequence[Pairing], pairs: int
    ) -> list[Opening]:
        """What games start from, one opening for each pair of games; none is the empty board.

        Two deterministic players would play the same pair of games again and again. So where two
        of them meet more than once, everyone starts from random openings, on large boards without
        gravity from even ones. Where chance has a part in every game, all start from the empty
        board.
        """
        choice = self.openings
        if choice is None:
            repeats = pairs > 1 and any(a.deterministic and b.deterministic for a, b in pairings)
            some = "even" if has_even_openings(spec) else "random"
            choice = some if repeats else "none"
        if choice == "none":
            return []
        if choice == "random":
            return random_openings(spec, pairs, self.seed)
        if choice == "even":
            if not has_even_openings(spec):
                raise ArenaError(
                    f"even openings are for large boards without gravity, which {spec} is not: "
                    "take random ones, or a number of plies"
                )
            return even_openings(spec, pairs, self.seed)
        if choice.isdecimal():
            return all_openings(spec, int(choice), self.seed)
        return openings_in(Path(choice), spec)
