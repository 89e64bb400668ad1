"""What matches and tournaments share: their options, and playing games while one watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Any, TypeVar

import rich_click as click

from kinarow.arena import Encounter, GameRecord, PlayedGame
from kinarow.arena.openings import Opening, all_openings, openings_in, random_openings
from kinarow.arena.results import encounters
from kinarow.arena.run import play_scheduled
from kinarow.arena.schedule import ScheduledGame
from kinarow.arena.sequential import SequentialTest
from kinarow.arena.store import Store
from kinarow.cli.options import cluster_option, workers_option
from kinarow.cli.output import progress_bar
from kinarow.game import GameSpec
from kinarow.players import Player
from kinarow.players.child_process import DEFAULT_MEGABYTES
from kinarow.players.isolated import contestant
from kinarow.work.workers import Workers

Command = TypeVar("Command", bound=Callable[..., Any])

_A_LINE_EVERY_SECONDS = 10.0
_LOOK_EVERY_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Conditions:
    """How games are played, as the shared options say."""

    seed: int
    openings: str | None
    move_seconds: float | None
    megabytes: int
    workers: int
    cluster: str | None
    store: Path | None
    test: SequentialTest | None

    def player(self, text: str) -> Player:
        """A player as it takes part: one that runs a user's code in its own process."""
        limits: dict[str, Any] = {"megabytes": self.megabytes}
        if self.move_seconds is not None:
            limits["seconds"] = self.move_seconds
        return contestant(text, **limits)

    def chosen_openings(
        self, spec: GameSpec, pairs: int, players: Sequence[Player]
    ) -> list[Opening]:
        """The openings that games start from; none means the empty board."""
        choice = self.openings
        if choice is None:
            # Deterministic players would repeat themselves; where chance has a part, no need.
            choice = "random" if pairs > 1 and all(p.deterministic for p in players) else "none"
        if choice == "none":
            return []
        if choice == "random":
            return random_openings(spec, pairs, self.seed)
        if choice.isdecimal():
            return all_openings(spec, int(choice), self.seed)
        return openings_in(Path(choice), spec)


def contest_options(command: Command) -> Command:
    """The options that `Conditions` are made of; the command gets them as `conditions`."""
    options = (
        click.option(
            "--seed", default=0, show_default=True, help="For other openings and other luck."
        ),
        click.option(
            "--openings", metavar="none|random|PLIES|FILE",
            help="What games start from: the empty board, random openings, all of so many plies "
            "(even ones first), or those of a file. By default random, if no player leaves "
            "anything to chance.",
        ),
        click.option(
            "--move-seconds", type=click.FloatRange(0.001, 10**6),
            help="What a move may take; more loses the game.",
        ),
        click.option(
            "--memory", "megabytes", type=click.IntRange(64, 1 << 20), default=DEFAULT_MEGABYTES,
            show_default=True, metavar="MB", help="What a player from a file may use.",
        ),
        workers_option,
        cluster_option,
        click.option(
            "--store", type=click.Path(path_type=Path, dir_okay=False),
            help="Keep every game in this file; the same command again goes on where it was.",
        ),
        click.option(
            "--sprt", "test", metavar="elo0=0,elo1=10,…",
            help="Play until a sequential test is decided: elo0, elo1, alpha, beta, model.",
        ),
    )  # fmt: skip

    @wraps(command)
    def with_conditions(**values: Any) -> Any:
        names = ("seed", "openings", "move_seconds", "megabytes", "workers", "cluster", "store")
        given = {name: values.pop(name) for name in names}
        test = values.pop("test")
        chosen = Conditions(**given, test=SequentialTest.parse(test) if test is not None else None)
        return command(conditions=chosen, **values)

    decorated: Any = with_conditions
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


class Contest:
    """Games under way: what has been played, here or before, and what it amounts to."""

    def __init__(self, conditions: Conditions, games: Sequence[ScheduledGame]) -> None:
        self.conditions, self.games = conditions, games
        self.played: dict[str, PlayedGame] = {}
        self.interrupted = False

    def play(self) -> list[PlayedGame]:
        """Play what the store does not have yet; the games in the order of the schedule."""
        # Without a file, games are kept for the time of the contest alone.
        with Store(self.conditions.store or ":memory:") as store:
            named = {game.key: game.a for game in self.games}
            self.played = {
                g.key: g.seen_from(named[g.key]) for g in store.games() if g.key in named
            }
            left = [game for game in self.games if game.key not in self.played]
            who = self.conditions.cluster or min(self.conditions.workers, max(1, len(left)))
            with _Watching(self) as watching, Workers(who) as workers:
                keep = partial(self._keep, store, watching)
                try:
                    play_scheduled(left, workers, keep, self.is_over)
                except KeyboardInterrupt:
                    self.interrupted = True
        return [self.played[key] for key in named if key in self.played]

    def is_over(self) -> bool:
        """Whether the sequential test, if there is one, is decided."""
        test, played = self.conditions.test, len(self.played)
        # Looking costs more the more games there are, so it is done less often.
        if test is None or played < 2 or played % (2 + played // 50):
            return False
        (meeting,) = encounters(self.played.values()).values()
        return test.verdict(meeting.sample_of_pairs()) is not None

    def _keep(
        self, store: Store, watching: _Watching, scheduled: ScheduledGame, record: GameRecord
    ) -> None:
        game = PlayedGame.of(scheduled, record)
        store.add(game)
        self.played[game.key] = game
        watching.tell()


class _Watching:
    """Tells how a contest goes: a bar in a terminal, a line now and then elsewhere."""

    def __init__(self, contest: Contest) -> None:
        self.contest, self.begun, self.last_line = contest, time.monotonic(), time.monotonic()
        self.next_look = 0.0
        self.before = len(contest.played)
        self.bar = progress_bar(self._words())

    def __enter__(self) -> _Watching:
        self.report = self.bar.__enter__()
        return self

    def __exit__(self, *arguments: Any) -> None:
        self.bar.__exit__(*arguments)

    def tell(self) -> None:
        contest = self.contest
        began = time.monotonic()
        if began < self.next_look:
            return
        self.report(len(contest.played) / len(contest.games), self._words())
        late = time.monotonic() - self.last_line > _A_LINE_EVERY_SECONDS
        if late and not sys.stderr.isatty():
            self.last_line = time.monotonic()
            click.echo(self._words(), err=True)
        # At most a twentieth of the time goes into telling, however many games there are.
        cost = time.monotonic() - began
        self.next_look = began + max(_LOOK_EVERY_SECONDS, 20 * cost)

    def _words(self) -> str:
        contest = self.contest
        words = [f"{len(contest.played)} of {len(contest.games)} games"]
        meetings = list(encounters(contest.played.values()).values())
        if len(meetings) == 1:
            words.append(_in_short(meetings[0], contest.conditions.test))
        done = len(contest.played) - self.before
        if done:
            each = (time.monotonic() - self.begun) / done
            words.append(f"{each * (len(contest.games) - len(contest.played)):.0f} s left")
        return ", ".join(words)


def _in_short(meeting: Encounter, test: SequentialTest | None) -> str:
    words = f"+{meeting.wins} ={meeting.ties} -{meeting.losses}, Elo {meeting.sample().elo()}"
    return f"{words}, {ratio_line(meeting, test)}" if test else words


def ratio_line(meeting: Encounter, test: SequentialTest) -> str:
    """The state of a sequential test as fastchess writes it."""
    ratio, (low, high) = test.ratio(meeting.sample_of_pairs()), test.bounds
    share = 100 * ratio / (high if ratio > 0 else -low)
    return f"LLR: {ratio:.2f} ({share:.1f}%) ({low:.2f}, {high:.2f}) {test}"
