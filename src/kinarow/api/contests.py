"""Matches and tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinarow.arena import Encounter, PlayedGame
from kinarow.arena.crosstable import crosstable, crosstable_html, crosstable_text
from kinarow.arena.export import row_of
from kinarow.arena.match import play_all, schedule
from kinarow.arena.openings import random_openings
from kinarow.arena.results import encounters, table_of
from kinarow.arena.schedule import round_robin, tournament
from kinarow.arena.standings import Standing
from kinarow.drawing.notebook import words
from kinarow.errors import KinarowError
from kinarow.game import GameSpec
from kinarow.game.spec import as_spec
from kinarow.players import Player
from kinarow.players.isolated import contestant
from kinarow.players.plain_object import as_player
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers


def play_match(
    a: Player | str,
    b: Player | str,
    game: GameSpec | str = "connect4",
    *,
    games: int = 20,
    seed: int = 0,
    move_seconds: float | None = None,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
) -> Encounter:
    """Two players against each other, sides swapped after each game, by the referee of the arena:
    whoever breaks the rules, its time limit or down, loses that game.

    >>> from kinarow import play_match
    >>> print(play_match("alphabeta:depth=2", "first-legal", "tictactoe", games=4))
    alphabeta:eval=open-lines,depth=2 against first-legal
    Wins: 4 | Ties: 0 | Losses: 0 | Points: 4.0/4
    Elo +492, between -113 and +492
    """
    one, other = _entered(a, move_seconds), _entered(b, move_seconds)
    scheduled = schedule(one, other, as_spec(game), games, seed, seconds=move_seconds)
    with Workers(workers) as many:
        return Encounter(one.name, other.name, play_all(scheduled, many, progress))


@dataclass(frozen=True, slots=True, repr=False)
class Tournament:
    """The games of many players; `print` and notebooks show the table.

    >>> from kinarow import play_tournament
    >>> played = play_tournament(["first-legal", "fixed-order"], "drop:4x4:3", rounds=1)
    >>> played
    <Tournament: 2 players, 2 games>
    >>> [standing.player for standing in played.standings()]
    ['first-legal', 'fixed-order']
    """

    games: tuple[PlayedGame, ...]

    def encounters(self) -> list[Encounter]:
        """How each two players did against each other."""
        return list(encounters(self.games).values())

    def standings(self) -> list[Standing]:
        """All players with their ratings, the strongest first."""
        return table_of(self.encounters())

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game, for `pandas.DataFrame`."""
        return [row_of(game) for game in self.games]

    def __repr__(self) -> str:
        players = {name for game in self.games for name in (game.a, game.b)}
        return f"<Tournament: {len(players)} players, {len(self.games)} games>"

    def __str__(self) -> str:
        lines = crosstable(self.encounters())
        return crosstable_text(lines) if lines else "no games yet"

    def _repr_html_(self) -> str:
        lines = crosstable(self.encounters())
        return crosstable_html(lines) if lines else words("no games yet")


def play_tournament(
    players: Sequence[Player | str],
    game: GameSpec | str = "connect4",
    *,
    rounds: int = 10,
    seed: int = 0,
    move_seconds: float | None = None,
    workers: int | str | Executor = 1,
    store: Path | str | None = None,
    progress: Progress = silent,
) -> Tournament:
    """Everyone against everyone, two games a round. With a store every game is kept as it ends, and
    the same call resumes where it was.

    >>> from kinarow import play_tournament
    >>> print(play_tournament(["first-legal", "fixed-order"], "drop:4x4:3", rounds=1))
       player       Elo    ±  points  games    1    2
    1  first-legal   +0  227       1      2    ·  1/2
    2  fixed-order   +0  227       1      2  1/2    ·
    """
    if rounds < 1:
        raise KinarowError(f"a tournament has at least 1 round, not {rounds}")
    spec, entered = as_spec(game), [_entered(player, move_seconds) for player in players]
    by_chance = any(not player.deterministic for player in entered)
    openings = [] if by_chance or rounds == 1 else random_openings(spec, rounds, seed)
    pairings = round_robin(entered)
    scheduled = list(tournament(pairings, spec, rounds, seed, openings, move_seconds))
    with Workers(workers) as many:
        return Tournament(tuple(play_all(scheduled, many, progress, store)))


def _entered(player: Player | str, move_seconds: float | None) -> Player:
    if isinstance(player, str):
        return contestant(player, seconds=move_seconds)
    return as_player(player)
