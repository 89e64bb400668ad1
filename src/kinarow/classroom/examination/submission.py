"""One submission examined by a worker: its games and its moves in positions.

Its files are written into a folder of their own, and its code runs in a process of its own, in a
sandbox; a search that a submitted evaluator judges for stays with the worker. So a worker needs
nothing but the job, on this machine or another, and whatever the submission does, the worker goes
on, and knows how deep was searched, how long it took and what came out.
"""

from __future__ import annotations

import os
import time
from collections import deque
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path
from secrets import token_hex

from kinarow.arena.game import GameJob, play_game
from kinarow.arena.played_game import PlayedGame
from kinarow.arena.schedule import ScheduledGame
from kinarow.classroom.examination.pace import TimedStep, merged
from kinarow.classroom.examination.positions_asked import (
    BREAKDOWNS,
    PATIENCE,
    Questioning,
    move_text,
)
from kinarow.classroom.examination.working_folders import working_folder
from kinarow.classroom.submissions.submissions import Submission
from kinarow.errors import KinarowError, SandboxError
from kinarow.game import Position
from kinarow.players.isolated.allowance import Allowance
from kinarow.players.isolated.answers import read_scores
from kinarow.players.isolated.player import IsolatedPlayer
from kinarow.players.isolated.questions import CHOOSE, EVALUATE
from kinarow.players.isolated.remote_evaluator import AskingPlayer
from kinarow.players.player import OUT_OF_TIME, ForfeitError, LateError
from kinarow.sandbox.finding import find_sandbox

SECONDS_AT_ONCE = 60.0
"""A worker hands in what it has after so long, so that little is lost if everything is killed."""
SOONEST_SECONDS = 10.0
"""Where partial results are waited for, it does so earlier at first. Each time its process starts
anew, which takes long where a function is compiled."""
_TRIES = 2
"""How often a first move may come too late, on a machine that may be busy."""


@dataclass(frozen=True, slots=True)
class SubmissionLimits:
    """What a submission may take. One that takes more has no mark, loses a game, or is asked no
    more."""

    move_seconds: float = 5.0
    starting_seconds: float = 60.0
    """For running its file, and again for a first answer."""
    total_seconds: float = 300.0
    """For all that it is waited for, starting included; what is not asked by then does not
    count."""
    megabytes: int = 2048
    """For all its processes together; and of address space for each."""


@dataclass(frozen=True, slots=True)
class Examination:
    """A job: what is left to be known of a submission."""

    submission: Submission
    player: IsolatedPlayer
    games: tuple[ScheduledGame, ...]
    positions: tuple[Position, ...]
    """All that it is asked about."""
    limits: SubmissionLimits
    answers: tuple[str, ...] = ()
    """What it has said in the first of them, up to now."""
    spent: float = 0.0
    """Seconds of its time that are used up."""
    breakdowns: int = 0
    """How many games in a row it has lost together with its process, up to now."""
    is_waited_for: bool = False
    """Whether what is known is to be handed in soon."""
    place: str = ""
    """A folder, on the machine that hands out jobs, for the submission's files."""

    @property
    def is_first(self) -> bool:
        """Whether it is still to be tried whether it can play at all."""
        return not self.spent


@dataclass(frozen=True, slots=True)
class Findings:
    """What came out of a job."""

    problem: str = ""
    """Why the submission cannot play at all."""
    is_lasting: bool = True
    """Whether that is the submission's fault, and not to be tried again."""
    spent: float = 0.0
    """Seconds of its time that are used up, those from before included."""
    games: tuple[PlayedGame, ...] = ()
    answers: tuple[str, ...] = ()
    """Its moves in the positions that come next, as text, or what went wrong."""
    kept_waiting: float = 0.0
    """Seconds that did not count, since the processor was somebody else's."""
    steps: tuple[TimedStep, ...] = ()
    """How long what it was asked took, one thing after the other."""


def examine(job: Examination) -> Findings:
    """Let a submission play, for a while. A worker without a sandbox refuses one that needs it."""
    if job.player.isolation.sandboxed:
        find_sandbox()
    if isinstance(job.player, AskingPlayer):
        _get_ready()
    place = job.place if os.path.isdir(job.place) else None  # a cluster's machines have their own
    with working_folder(place) as closed:
        # Root's sandboxes run as another user. Nobody else knows the name of what is in there.
        folder = Path(closed, token_hex(8))
        folder.mkdir(mode=0o755)
        job.submission.write(folder)
        isolation = replace(job.player.isolation, folder=str(folder))
        allowance = Allowance(job.limits.total_seconds, job.spent)
        player = replace(job.player, isolation=isolation, allowance=allowance)
        try:
            found = _examine(job, player, allowance)
            return replace(found, spent=allowance.spent, kept_waiting=allowance.kept_waiting)
        except SandboxError as error:  # the machine's fault, but it costs nobody else anything
            waited = allowance.kept_waiting
            return Findings(str(error), is_lasting=False, spent=job.spent, kept_waiting=waited)
        finally:
            player.end()


@lru_cache(maxsize=1)
def _get_ready() -> None:
    """Compile the search, before submissions that need it are timed."""
    from kinarow.search.deepening import load_all_kernels

    load_all_kernels()


def _examine(job: Examination, player: IsolatedPlayer, allowance: Allowance) -> Findings:
    """In turn some positions and some games, so that whoever runs out of time has been asked as
    much of either."""
    problem = _why_it_cannot_play(job, player)
    if problem:
        return Findings(problem=problem)
    at_once = SECONDS_AT_ONCE
    if job.is_waited_for:
        at_once = min(at_once, max(SOONEST_SECONDS, job.spent))
    end = time.monotonic() + at_once
    games = _Games(job, player, allowance)
    questioning = Questioning(player, job.positions, allowance, job.answers)
    steps = list[TimedStep]()
    while time.monotonic() < end:
        begun, answered, played = allowance.spent, len(questioning.answers), len(games.played)
        if not questioning.is_over and (games.are_over or questioning.share <= games.share):
            questioning.ask_some()
            moves, is_games = len(questioning.answers) - answered, False
        elif not games.are_over:
            games.play_some()
            moves, is_games = sum(map(_own_moves, games.played[played:])), True
        else:
            break
        steps.append(TimedStep(is_games, moves, allowance.spent - begun))
    return Findings(games=tuple(games.played), answers=questioning.new, steps=tuple(merged(steps)))


def _own_moves(game: PlayedGame) -> int:
    """How many moves it chose, or was to choose when it failed."""
    return 1 + len(game.seconds) // 2


def _why_it_cannot_play(job: Examination, player: IsolatedPlayer) -> str:
    """What is wrong with a submission that cannot be loaded, or gives no move on the first board of
    all: before any game, it is told once."""
    for tries_left in reversed(range(_TRIES)):
        try:
            player.new_game(0)
        except ForfeitError as error:
            # One that is on its way has shown before that it can play.
            return _in_words(error, job.limits) if job.is_first else ""
        spec = player.isolation.warms_up_on
        if not job.is_first or spec is None:
            return ""
        try:
            _first_move(player, Position.start(spec))
            return ""
        except SandboxError:
            raise
        except LateError as error:
            if not tries_left or error.seconds >= job.limits.starting_seconds:
                return f"no first move within {error.seconds:g} s"
        except KinarowError as error:
            return _in_words(error, job.limits)
    raise AssertionError


def _first_move(player: IsolatedPlayer, start: Position) -> None:
    """Get a move, or an error. What compiles itself, or makes tables, when it is first used, has
    the time of a start for that."""
    seconds = player.isolation.starting_seconds
    if isinstance(player, AskingPlayer):
        read = partial(read_scores, count=1)
        player.ask_for(read, (EVALUATE, (start.mover, [start])), seconds)
        (chosen,) = player.choose_together([start])
    else:
        chosen = player.ask((CHOOSE, start), seconds) or ForfeitError("answered nothing")
    if isinstance(chosen, ForfeitError):
        raise chosen
    move_text(start, chosen)


class _Games:
    """The games of a job, pair by pair."""

    def __init__(self, job: Examination, player: IsolatedPlayer, allowance: Allowance) -> None:
        self.job, self.player, self.allowance = job, player, allowance
        self.played: list[PlayedGame] = []
        self._pairs = deque(list(pair) for _, pair in groupby(job.games, lambda game: game.pair))
        self._wanted = len(self._pairs)
        self._breakdowns = job.breakdowns

    @property
    def are_over(self) -> bool:
        return not self._pairs or not self.allowance.left or self._breakdowns >= PATIENCE

    @property
    def share(self) -> float:
        """How much is done of what was to do."""
        return 1 - len(self._pairs) / self._wanted if self._wanted else 1.0

    def play_some(self) -> None:
        for game in self._pairs.popleft():
            record = play_game(_with(game.job, self.job.player, self.player))
            played = PlayedGame.of(game, record)
            if is_forfeited(played) and not self.allowance.left:
                return  # it had no time to play to the end
            self.played.append(played)
            self._breakdowns = self._breakdowns + 1 if is_breakdown(played) else 0
            if self._breakdowns >= PATIENCE:
                return


def _with(job: GameJob, player: IsolatedPlayer, at_hand: IsolatedPlayer) -> GameJob:
    """The same game with the player whose files are at hand."""
    if job.first == player:
        return replace(job, first=at_hand)
    return replace(job, second=at_hand)


def is_forfeited(game: PlayedGame) -> bool:
    """Whether the submission, which is A, did something wrong."""
    return game.is_forfeit and game.points_of_a == 0


def is_given_away(game: PlayedGame) -> bool:
    """Whether the opponent did something wrong, and so lost."""
    return game.is_forfeit and game.points_of_a == 1


def is_breakdown(game: PlayedGame) -> bool:
    """Whether the submission lost its process with the game, which takes long to start again."""
    return is_forfeited(game) and game.reason.startswith(BREAKDOWNS)


def _in_words(error: KinarowError, limits: SubmissionLimits) -> str:
    words = str(error)
    if words.startswith(OUT_OF_TIME):
        seconds = min(limits.starting_seconds, limits.total_seconds)
        return f"not loaded, or no first move, within {seconds:g} s"
    return words
