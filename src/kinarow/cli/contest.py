"""What matches and tournaments share: their options, and watching games while they are played."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import rich_click as click

from kinarow.api.contests import workers_for
from kinarow.arena import Conditions, Contest, Encounter, Tournament
from kinarow.arena.openings.rule import OPENING_RULES
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.cli.options import FILE, all_of, cluster_option, option, sandbox_option, workers_option
from kinarow.cli.output import Report, interruptible, progress_bar
from kinarow.players.isolated.child_process import DEFAULT_MEGABYTES

_A_LINE_EVERY_SECONDS = 10.0
_LOOK_EVERY_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class ContestOptions:
    """What the shared options say."""

    conditions: Conditions
    who: int | str
    """How many processes, or the address of a cluster."""
    store: Path | None
    test: SequentialTest | None


def contest_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that `ContestOptions` are made of; the command gets them as `options`."""
    options = all_of(
        option("--seed", default=0)("Random seed for openings and chance."),
        option("--openings", metavar="none|random|even|PLIES|FILE")(
            "What games start from: the empty board, random openings, even ones (stones near "
            "the middle of a large board without gravity), all of so many plies (even ones first), "
            "or those of a file. By default random, on such boards even, if two players meet that "
            "leave nothing to chance."
        ),
        option("--opening-rule", type=click.Choice(OPENING_RULES))(
            "Let the players make the opening: by swap2, one places three stones, the other "
            "chooses a colour or places two more. Only without gravity."
        ),
        option("--move-seconds", type=click.FloatRange(0.001, 10**6))(
            "Time limit per move in seconds; exceeding it forfeits the game."
        ),
        option(
            "--memory",
            "megabytes",
            type=click.IntRange(64, 1 << 20),
            default=DEFAULT_MEGABYTES,
            metavar="MB",
        )("Memory limit of a player from a file."),
        sandbox_option,
        workers_option,
        cluster_option,
        option("--store", type=FILE)(
            "Keep every game in this file; the same command resumes an interrupted contest."
        ),
        option("--sprt", "test", metavar="elo0=0,elo1=10,…")(
            "Play until a sequential test (SPRT) is decided: elo0, elo1, alpha, beta, model."
        ),
    )

    @wraps(command)
    def with_options(
        seed: int,
        openings: str | None,
        opening_rule: str | None,
        move_seconds: float | None,
        megabytes: int,
        sandboxed: bool,
        workers: int,
        cluster: str | None,
        store: Path | None,
        test: str | None,
        **others: Any,
    ) -> Any:
        chosen = ContestOptions(
            Conditions(
                seed,
                openings,
                move_seconds,
                megabytes,
                opening_rule=opening_rule,
                sandboxed=sandboxed,
            ),
            cluster or workers,
            store,
            SequentialTest.parse(test) if test is not None else None,
        )
        return command(options=chosen, **others)

    return options(with_options)


def play_watched(
    contest: Contest, who: int | str, test: SequentialTest | None = None
) -> Tournament:
    """Play a contest while one watches; what came out, also where Ctrl-C ended it."""
    watch, stop = _Watch(contest, test), threading.Event()

    def play() -> Tournament:
        with workers_for(contest, who) as workers:
            return contest.play(workers, watch.tell, stop)

    with progress_bar(watch.words()) as watch.bar:
        try:
            return interruptible(play)
        except KeyboardInterrupt:
            stop.set()  # so that it ends its workers; nobody waits for the game under way
            return contest.result_in_the_end()


class _Watch:
    """Tells how a contest goes: a bar in a terminal, a line now and then elsewhere."""

    bar: Report

    def __init__(self, contest: Contest, test: SequentialTest | None) -> None:
        self.contest, self.test = contest, test
        self.begun = self.last_line = time.monotonic()
        self.next_look = 0.0
        self.before: int | None = None

    def tell(self, share: float, _words: str) -> None:
        now = time.monotonic()
        if self.before is None:  # what the store had, and the first game
            self.before, self.begun = self.contest.played, now
        if now < self.next_look:
            return
        words = self.words()
        self.bar(share, words)
        if now - self.last_line > _A_LINE_EVERY_SECONDS and not sys.stderr.isatty():
            self.last_line = now
            click.echo(words, err=True)
        # At most a twentieth of the time goes into telling, however many games there are.
        self.next_look = now + max(_LOOK_EVERY_SECONDS, 20 * (time.monotonic() - now))

    def words(self) -> str:
        played, scheduled = self.contest.played, len(self.contest.games)
        words = [f"{played} of {scheduled} games"]
        meetings = self.contest.result().encounters()
        if len(meetings) == 1:
            words.append(_in_short(meetings[0], self.test))
        if self.before is not None and played > self.before:
            each = (time.monotonic() - self.begun) / (played - self.before)
            words.append(f"{each * (scheduled - played):.0f} s left")
        return ", ".join(words)


def _in_short(meeting: Encounter, test: SequentialTest | None) -> str:
    words = f"+{meeting.wins} ={meeting.ties} -{meeting.losses}, Elo {meeting.sample().elo()}"
    return f"{words}, {ratio_line(meeting, test)}" if test else words


def not_evidence(repeated: int, unpaired: int) -> list[str]:
    """What is to be said of games that the points count, and Elo does not, or not in pairs."""
    lines = []
    if repeated:
        words = "game repeats" if repeated == 1 else "games repeat"
        lines.append(f"{repeated} {words} others move by move: points count them, Elo does not")
    if unpaired:
        words = "game has" if unpaired == 1 else "games have"
        lines.append(f"{unpaired} {words} no partner with sides swapped")
    return lines


def ratio_line(meeting: Encounter, test: SequentialTest) -> str:
    """The state of a sequential test as fastchess writes it."""
    ratio, (low, high) = test.ratio(meeting.sample_of_pairs()), test.bounds
    share = 100 * ratio / (high if ratio > 0 else -low)
    return f"LLR: {ratio:.2f} ({share:.1f}%) ({low:.2f}, {high:.2f}) {test}"
