"""Which games a contest has: all that each depends on, and a name for each.

Games come in pairs from the same opening with the same luck and sides swapped. A game's key is made
of everything that it depends on, so the same command always means the same games: a store that
holds some of them already needs only the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from kinarow.arena.conditions import Conditions, Pairing
from kinarow.arena.game import GameJob
from kinarow.arena.openings.rule import refuse_other_games
from kinarow.arena.openings.short import Opening
from kinarow.errors import ArenaError
from kinarow.game import GameSpec, Side
from kinarow.game.movetext import write_moves
from kinarow.players import Player, parse_player

_COURSE_OPPONENTS = ("random", "monte-carlo")
_COURSE_SEEDS = range(1, 6)


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of a contest."""

    job: GameJob
    key: str
    pair: str
    """The key of the pair that it is part of."""
    a_side: Side
    """The side of the player that the pairing names first; by an opening rule, it may come to play
    the other."""
    a_identity: str
    b_identity: str
    """Hashes of what the players are made of, which tell versions of one name apart."""

    @property
    def a(self) -> str:
        return self.job.player(self.a_side).name

    @property
    def b(self) -> str:
        return self.job.player(self.a_side.other).name

    def __str__(self) -> str:
        return f"{self.a} against {self.b}"


def round_robin(players: Sequence[Player]) -> list[Pairing]:
    """Everyone against everyone."""
    return list(combinations(players, 2))


def gauntlet(players: Sequence[Player]) -> list[Pairing]:
    """The first against each of the others."""
    return [(players[0], other) for other in players[1:]]


def schedule(
    pairings: Sequence[Pairing], spec: GameSpec, pairs: int, conditions: Conditions
) -> list[ScheduledGame]:
    """So many pairs of games for each pairing, round by round, so that a contest can be ended after
    any of them."""
    entered = {id(player): player for pairing in pairings for player in pairing}
    refuse_who_cannot_play(entered.values(), spec)
    openings = conditions.openings_for(spec, pairings, pairs) or [()]
    return [
        game
        for number in range(pairs)
        for a, b in pairings
        for game in pair_of_games(a, b, spec, number, conditions, openings[number % len(openings)])
    ]


def refuse_who_cannot_play(players: Iterable[Player], spec: GameSpec) -> None:
    """Before a game, rather than to count games as lost that could not be played."""
    for player in players:
        why_not = player.why_not(spec)
        if why_not:
            raise ArenaError(f"{player.name} cannot play {spec}: {why_not}")


def pair_of_games(
    a: Player,
    b: Player,
    spec: GameSpec,
    number: int,
    conditions: Conditions,
    opening: Opening = (),
) -> Iterator[ScheduledGame]:
    """Two games from one opening, A moving first in the first of them."""
    rule = conditions.opening_rule
    if rule is not None:
        refuse_other_games(spec)
    luck, seconds = _luck(conditions.seed, number), conditions.move_seconds
    # The same games, whichever of the two is named first.
    identities = a.identity, b.identity
    facts: tuple[object, ...] = (
        spec, *sorted(identities), write_moves(spec, opening), luck, number, seconds,
    )  # fmt: skip
    if rule is not None:  # games without one have the keys that they always had
        facts = (*facts, rule)
    pair = hashlib.sha256(repr(tuple(map(str, facts))).encode()).hexdigest()[:24]
    for side in (Side.FIRST, Side.SECOND):
        first, second = (a, b) if side is Side.FIRST else (b, a)
        in_pair = int(side)  # who plays itself: only the side tells the games apart
        if identities[0] != identities[1]:
            in_pair = 1 + sorted(identities).index(identities[side is Side.SECOND])
        job = GameJob(spec, first, second, opening, luck, seconds, rule)
        yield ScheduledGame(job, f"{pair}/{in_pair}", pair, side, *map(hashed, identities))


def hashed(identity: str) -> str:
    """A player's identity as stores keep it."""
    return hashlib.sha256(identity.encode()).hexdigest()[:16]


def _luck(seed: int, pair: int) -> int:
    """Other seeds bring other luck in every pair; `seed + pair` would share most of it."""
    return Random(f"match {seed} pair {pair}").getrandbits(62)


def course_games(player: Player, spec: GameSpec, conditions: Conditions) -> list[ScheduledGame]:
    """The match that courses grade by: twenty games, five with either side against two players."""
    refuse_who_cannot_play([player], spec)
    return [
        game
        for name in _COURSE_OPPONENTS
        for luck in _COURSE_SEEDS
        for game in pair_of_games(
            player, parse_player(f"{name}:seed={luck}"), spec, luck, conditions
        )
    ]
