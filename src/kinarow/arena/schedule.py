"""Which games a tournament has: all that each depends on, and a name for each.

Games come in pairs from the same opening with the same luck and sides swapped. A game's key is made
of everything that it depends on, so the same command always means the same games: a store that
holds some of them already needs only the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from kinarow.arena.game import GameJob
from kinarow.arena.openings import Opening
from kinarow.errors import ArenaError
from kinarow.game import GameSpec, Side
from kinarow.game.movetext import write_moves
from kinarow.players import Player


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of a tournament."""

    job: GameJob
    key: str
    pair: str
    """The key of the pair that it is part of."""
    a_side: Side
    """The side of the player that the pairing names first."""

    @property
    def a(self) -> str:
        return self.job.player(self.a_side).name

    @property
    def b(self) -> str:
        return self.job.player(self.a_side.other).name


def round_robin(players: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Everyone against everyone."""
    return list(combinations(players, 2))


def gauntlet(players: Sequence[Player]) -> list[tuple[Player, Player]]:
    """The first against each of the others."""
    return [(players[0], other) for other in players[1:]]


def tournament(
    pairings: Sequence[tuple[Player, Player]],
    spec: GameSpec,
    pairs: int,
    seed: int,
    openings: Sequence[Opening],
    seconds: float | None = None,
) -> Iterator[ScheduledGame]:
    """The games of a tournament, round by round, so that it can be ended after any of them."""
    if not pairings:
        raise ArenaError("a tournament has at least two players")
    for a, b in pairings:
        if a.name == b.name:
            raise ArenaError(f"{a.name} cannot play against itself in a tournament")
    for number in range(pairs):
        opening = openings[number % len(openings)] if openings else ()
        for a, b in pairings:
            yield from pair_of_games(a, b, spec, number, seed, opening, seconds)


def pair_of_games(
    a: Player,
    b: Player,
    spec: GameSpec,
    number: int,
    seed: int,
    opening: Opening,
    seconds: float | None = None,
) -> Iterator[ScheduledGame]:
    """Two games from one opening, A moving first in the first of them."""
    for player in (a, b):
        if player.only_gravity and not spec.gravity:
            raise ArenaError(f"{player.name} plays only games with gravity, which {spec} has not")
    luck = _luck(seed, number)
    # The same games, whichever of the two is named first.
    identities = a.identity, b.identity
    facts = (spec, *sorted(identities), write_moves(spec, opening), luck, number, seconds)
    pair = hashlib.sha256(repr(tuple(map(str, facts))).encode()).hexdigest()[:24]
    for side in (Side.FIRST, Side.SECOND):
        first, second = (a, b) if side is Side.FIRST else (b, a)
        in_pair = int(side)  # who plays itself: only the side tells the games apart
        if identities[0] != identities[1]:
            in_pair = 1 + sorted(identities).index(identities[side is Side.SECOND])
        job = GameJob(spec, first, second, opening, luck, seconds)
        yield ScheduledGame(job, f"{pair}/{in_pair}", pair, side)


def _luck(seed: int, pair: int) -> int:
    """Other seeds bring other luck in every pair; `seed + pair` would share most of it."""
    return Random(f"match {seed} pair {pair}").getrandbits(62)
