"""How the games of a contest are played: the one place that says what they start from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kinarow.arena.openings.even import even_openings, has_even_openings
from kinarow.arena.openings.rule import OPENING_RULES
from kinarow.arena.openings.short import Opening, all_openings, openings_in, random_openings
from kinarow.errors import ArenaError, shortened, unknown
from kinarow.game import GameSpec
from kinarow.players import Player
from kinarow.players.as_player import as_player
from kinarow.players.isolated.child_process import DEFAULT_MEGABYTES
from kinarow.players.isolated.player import contestant, kept_apart

_LONGEST_NAME = 300
"""It is kept with every game; that of an evaluator or of a file is part of it."""

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
    sandboxed: bool = False
    """Whether such a player is kept in a sandbox; where there is none, nothing is played."""
    opening_rule: str | None = None
    """`swap2`: the players place the first stones, and one chooses a colour."""

    def __post_init__(self) -> None:
        if self.opening_rule is None:
            return
        if self.opening_rule not in OPENING_RULES:
            raise ArenaError(unknown("opening rule", self.opening_rule, OPENING_RULES))
        if self.openings not in (None, "none"):
            raise ArenaError("an opening rule leaves the opening to the players: no openings then")

    def entered_together(self, players: Sequence[Player | str]) -> list[Player]:
        """Players as they take part together: in sandboxes, none sees another's files."""
        return kept_apart([self.entered(player) for player in players])

    def entered(self, player: Player | str) -> Player:
        """A player as it takes part: one that runs a user's code does so in its own process."""
        if isinstance(player, str):
            entered = contestant(
                player,
                seconds=self.move_seconds,
                megabytes=self.megabytes,
                sandboxed=self.sandboxed,
            )
        else:
            entered = as_player(player)
        if len(entered.name) > _LONGEST_NAME:
            raise ArenaError(
                f"a player's name may have {_LONGEST_NAME} characters at most, not "
                f"{len(entered.name)}: {shortened(entered.name)!r}"
            )
        return entered

    def openings_for(
        self, spec: GameSpec, pairings: Sequence[Pairing], pairs: int
    ) -> list[Opening]:
        """What games start from, one opening for each pair of games; none is the empty board.

        Two deterministic players would play the same pair of games again and again. So where two
        of them meet more than once, everyone starts from random openings, on large boards without
        gravity from even ones, and from random ones where there are too few of these. Where chance
        has a part in every game, or an opening rule is played by, all start from the empty board.
        """
        if self.opening_rule is not None:
            return []
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
            found = even_openings(spec, pairs, self.seed)
            if len(found) < pairs and self.openings is None:
                return found + random_openings(spec, pairs - len(found), self.seed)
            if not found:
                raise ArenaError(
                    f"no even opening of {spec} was found: take random ones, or a number of plies"
                )
            return found
        if choice.isdecimal():
            return all_openings(spec, int(choice), self.seed)
        return openings_in(Path(choice), spec)
