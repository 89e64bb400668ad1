"""A match: two players, many games, both sides alternately, one line of result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from kinarow.arena.game import GameRecord
from kinarow.arena.openings import Opening, random_openings
from kinarow.arena.played import PlayedGame
from kinarow.arena.results import Encounter
from kinarow.arena.run import play_scheduled
from kinarow.arena.schedule import ScheduledGame, pair_of_games
from kinarow.arena.store import Store
from kinarow.errors import ArenaError
from kinarow.game import GameSpec
from kinarow.players import Player
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers


def schedule(
    a: Player,
    b: Player,
    spec: GameSpec,
    games: int,
    seed: int = 0,
    *,
    from_openings: bool | None = None,
    openings: list[Opening] | None = None,
    seconds: float | None = None,
) -> list[ScheduledGame]:
    """The games of a match, in pairs: the same opening and luck, sides swapped.

    Two deterministic players would repeat one pair for ever, so each pair then has an opening of
    its own; where chance has a part, games start from the empty board. `from_openings` says
    otherwise, and `openings` are used if given.
    """
    if games < 1:
        raise ArenaError(f"a match has at least 1 game, not {games}")
    pairs = -(-games // 2)
    if from_openings is None:
        from_openings = a.deterministic and b.deterministic and pairs > 1
    if openings is None:
        openings = random_openings(spec, pairs, seed) if from_openings else []

    def scheduled() -> Iterator[ScheduledGame]:
        for number in range(pairs):
            opening = openings[number % len(openings)] if openings else ()
            yield from pair_of_games(a, b, spec, number, seed, opening, seconds)

    return list(islice(scheduled(), games))


def play_all(
    scheduled: Sequence[ScheduledGame],
    workers: Workers,
    progress: Progress = silent,
    store: Path | str | None = None,
) -> list[PlayedGame]:
    """The games in the order of the schedule: those that the store has, and the others played."""
    with Store(store or ":memory:") as kept:
        a = {game.key: game.a for game in scheduled}
        played = {g.key: g.seen_from(a[g.key]) for g in kept.games() if g.key in a}

        def keep(game: ScheduledGame, record: GameRecord) -> None:
            played[game.key] = PlayedGame.of(game, record)
            kept.add(played[game.key])
            progress(len(played) / len(a), f"{len(played)} of {len(a)} games")

        play_scheduled([game for game in scheduled if game.key not in played], workers, keep)
    return [played[key] for key in a]


def play_match(
    a: Player,
    b: Player,
    spec: GameSpec,
    games: int = 20,
    seed: int = 0,
    workers: Workers | None = None,
    *,
    from_openings: bool | None = None,
) -> Encounter:
    """Play a match; the result is the same wherever it is played."""
    scheduled = schedule(a, b, spec, games, seed, from_openings=from_openings)
    return Encounter(a.name, b.name, play_all(scheduled, workers or Workers()))
