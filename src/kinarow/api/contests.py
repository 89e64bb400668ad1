"""Matches and tournaments."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from kinarow.arena import Conditions, Contest, Encounter, Tournament
from kinarow.arena.ratings.anchors import anchors_among
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.arena.store.results import StoredResults
from kinarow.errors import PlayerError
from kinarow.game import GameSpec
from kinarow.game.spec import as_spec
from kinarow.players import Player
from kinarow.players.trial import mistakes_of
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

__all__ = [
    "Tournament", "play_match", "play_tournament", "standings", "workers_for", "working_players",
]  # fmt: skip

_USUAL = Conditions()


def play_match(
    a: Player | str,
    b: Player | str,
    game: GameSpec | str = "connect4",
    *,
    games: int = 20,
    seed: int = 0,
    openings: str | None = None,
    opening_rule: str | None = None,
    move_seconds: float | None = None,
    sandboxed: bool = False,
    test: SequentialTest | None = None,
    workers: int | str | Executor = 1,
    store: Path | str | None = None,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> Encounter:
    """Two players against each other, sides swapped after each game, by the referee of the arena:
    whoever breaks the rules, its time limit or down, loses that game.

    `openings` is `none`, `random`, `even`, a number of plies or a file, as for `kinarow match`; by
    default random or even, if both players are deterministic. By the `opening_rule` `swap2` the
    players make the opening themselves, and one of them chooses a colour. With a sequential test,
    `games` is the most that are played to decide it. Stopped, it has the games so far. `sandboxed`,
    players named by text that run a file do so in sandboxes (docs/sandbox.md).

    >>> from kinarow import play_match
    >>> print(play_match("alphabeta:depth=2", "first-legal", "tictactoe", games=4))
    alphabeta:eval=open-lines,depth=2 against first-legal
    Wins: 4 | Ties: 0 | Losses: 0 | Points: 4.0/4
    Elo +492, between -113 and +492
    """
    conditions = Conditions(
        seed, openings, move_seconds, opening_rule=opening_rule, sandboxed=sandboxed
    )
    contest = Contest.match(a, b, as_spec(game), games, conditions, test=test, store=store)
    with workers_for(contest, workers) as many:
        played = contest.play(many, progress, stop)
    a, b = contest.games[0].a, contest.games[0].b
    return Encounter(a, b, list(played.games), played.interrupted)


def play_tournament(
    players: Sequence[Player | str],
    game: GameSpec | str = "connect4",
    *,
    rounds: int = 10,
    seed: int = 0,
    openings: str | None = None,
    opening_rule: str | None = None,
    move_seconds: float | None = None,
    sandboxed: bool = False,
    workers: int | str | Executor = 1,
    store: Path | str | None = None,
    anchors: Mapping[str, float] | None = None,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> Tournament:
    """Everyone against everyone, two games a round. With a store every game is kept as it ends, and
    the same call resumes an interrupted tournament. Stopped, it has the games so far. The Elo of
    `anchors`, players by name, is given, and the others' relative to it. `sandboxed` is as for
    `play_match`.

    >>> from kinarow import play_tournament
    >>> print(play_tournament(["first-legal", "fixed-order"], "drop:4x4:3", rounds=1))
       player       Elo    ±  points  games    1    2
    1  first-legal   +0  227       1      2    ·  1/2
    2  fixed-order   +0  227       1      2  1/2    ·
    """
    conditions = Conditions(
        seed, openings, move_seconds, opening_rule=opening_rule, sandboxed=sandboxed
    )
    contest = Contest.tournament(players, as_spec(game), rounds, conditions, store=store)
    anchored = anchors_among(anchors or {}, contest.players)
    with workers_for(contest, workers) as many:
        return replace(contest.play(many, progress, stop), anchors=anchored)


def standings(
    store: Path | str,
    *,
    everything: bool = False,
    anchors: Mapping[str, float] | None = None,
) -> StoredResults:
    """The players of all games in a store, rated for each game that was played.

    Of a player that was edited, or a submission that was handed in again, only the version that
    played last counts, and games that a sequential test did not use do not; `not_counted` says how
    many there are. With `everything`, they count, and each version is a player of its own. The Elo
    of `anchors` is given, and the others' relative to it.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from kinarow import play_match, standings
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "games.db")
    ...     _ = play_match("alphabeta:depth=2", "first-legal", "tictactoe", games=4, store=file)
    ...     print(standings(file))
       player                              Elo    ±  points  games    1    2
    1  alphabeta:eval=open-lines,depth=2  +274  387       4      4    ·  4/4
    2  first-legal                        -274  387       0      4  0/4    ·
    """
    return StoredResults.of(store, everything=everything, anchors=anchors)


def working_players(
    players: Sequence[Player | str],
    game: GameSpec | str = "connect4",
    conditions: Conditions = _USUAL,
) -> tuple[list[Player], dict[str, str]]:
    """Those of the players who can play, as they would take part, and what is wrong with the others
    by their names. A file is run in a process of its own, and asked about some boards.

    >>> from kinarow.api.contests import working_players
    >>> able, wrong = working_players(["random", "file:nothing.py"])
    >>> [player.name for player in able], wrong
    (['random'], {'file:nothing.py': 'there is no file nothing.py'})
    """
    entered: list[Player] = []
    wrong: dict[str, str] = {}
    for player in players:
        try:
            entered.append(conditions.entered(player))
        except PlayerError as error:
            wrong[str(player)] = str(error)
    wrong |= mistakes_of(entered, as_spec(game))
    return [player for player in entered if player.name not in wrong], wrong


def workers_for(contest: Contest, who: int | str | Executor) -> Workers:
    """Those who play a contest, and no more processes than it has games."""
    return Workers(min(who, max(1, len(contest.games))) if isinstance(who, int) else who)
