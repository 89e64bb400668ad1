"""One submission examined by a worker: its games and its moves in positions.

Its files are written into a folder of their own, and its code runs in a process of its own, in a
sandbox; a search that a submitted evaluator judges for stays with the worker. So a worker needs
nothing but the job, on this machine or another, and whatever the submission does, the worker goes
on, and knows how deep was searched, how long it took and what came out.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from secrets import token_hex

from kinarow.arena.game import GameJob, play_game
from kinarow.arena.played import PlayedGame
from kinarow.arena.schedule import ScheduledGame
from kinarow.classroom.submissions import Submission
from kinarow.classroom.working_folders import working_folder
from kinarow.errors import KinarowError, SandboxError
from kinarow.game import Position
from kinarow.players.allowance import Allowance
from kinarow.players.asking import AskingPlayer
from kinarow.players.child_process import PROCESS_ENDED
from kinarow.players.isolated import IsolatedPlayer
from kinarow.players.player import OUT_OF_TIME, Choice, ForfeitError
from kinarow.sandbox.finding import find_sandbox

SECONDS_AT_ONCE = 60.0
"""A worker hands in what it has after so long, so that little is lost if everything is killed."""
TOGETHER = 64
"""Of so many positions the searches ask an evaluator together."""
PATIENCE = 3
"""Who loses so many processes in a row, by time or by itself, gets no other."""

FAILED = "!"
"""With this begins what went wrong where a move was asked for."""

_BREAKDOWNS = (OUT_OF_TIME, PROCESS_ENDED)


@dataclass(frozen=True, slots=True)
class SubmissionLimits:
    """What a submission may take; there is no mark, or a lost game, for one that takes more."""

    move_seconds: float = 5.0
    starting_seconds: float = 60.0
    """For running its file, and again for a first answer."""
    total_seconds: float = 300.0
    """For all that it is waited for, starting included; games not played by then are lost."""
    megabytes: int = 2048
    """For all its processes together; and of address space for each."""


@dataclass(frozen=True, slots=True)
class Examination:
    """A job: what is left to be known of a submission."""

    submission: Submission
    player: IsolatedPlayer
    games: tuple[ScheduledGame, ...]
    positions: tuple[Position, ...]
    limits: SubmissionLimits
    spent: float = 0.0
    """Seconds of its time that are used up."""
    breakdowns: int = 0
    """How many games in a row it has lost together with its process, up to now."""
    place: str = ""
    """A folder, on the machine that hands out jobs, for the submission's files."""


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
    answers: tuple[str, ...] | None = None
    """Its move in each position, as text, or what went wrong."""
    kept_waiting: float = 0.0
    """Seconds that did not count, since the processor was somebody else's."""


def examine(job: Examination) -> Findings:
    """Let a submission play, for a while. A worker without a sandbox refuses one that needs it."""
    if job.player.isolation.sandboxed:
        find_sandbox()
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
    from kinarow.search.compiled_search import load_all_kernels

    load_all_kernels()


def _examine(job: Examination, player: IsolatedPlayer, allowance: Allowance) -> Findings:
    try:
        player.new_game(0)
    except ForfeitError as error:
        if not (job.spent and not allowance.left):
            return Findings(problem=_in_words(error, job.limits))
        # It has shown before that it can play.
    games: list[PlayedGame] = []
    end = time.monotonic() + SECONDS_AT_ONCE
    breakdowns = job.breakdowns
    for game in job.games:
        if not allowance.left or breakdowns >= PATIENCE or time.monotonic() > end:
            break
        played = PlayedGame.of(game, play_game(_with(game.job, job.player, player)))
        games.append(played)
        breakdowns = breakdowns + 1 if is_breakdown(played) else 0
    if time.monotonic() > end or not job.positions:
        return Findings(games=tuple(games))
    return Findings(games=tuple(games), answers=answers_in(player, job.positions, allowance))


def _with(job: GameJob, player: IsolatedPlayer, at_hand: IsolatedPlayer) -> GameJob:
    """The same game with the player whose files are at hand."""
    if job.first == player:
        return replace(job, first=at_hand)
    return replace(job, second=at_hand)


def answers_in(
    player: IsolatedPlayer, positions: Sequence[Position], allowance: Allowance
) -> tuple[str, ...]:
    """Its move in each position, as text, or what went wrong."""
    answers: list[str] = []
    if isinstance(player, AskingPlayer):
        answers += _answers_together(player, positions)
    breakdowns = 0
    for number, position in islice(enumerate(positions), len(answers), None):
        if breakdowns >= PATIENCE:
            answers.append(f"{FAILED}not asked any more")
            continue
        if not allowance.left:
            answers.append(f"{FAILED}its time was used up")
            continue
        try:
            player.new_game(number)
            answers.append(_as_text(position, player.choose(position)))
            breakdowns = 0
        except SandboxError:
            raise
        except KinarowError as error:
            answers.append(f"{FAILED}{error}")
            breakdowns = breakdowns + 1 if str(error).startswith(_BREAKDOWNS) else 0
    return tuple(answers)


def _answers_together(player: AskingPlayer, positions: Sequence[Position]) -> list[str]:
    """As far as it goes: where a process is lost, those that come next are to be asked about one by
    one."""
    answers: list[str] = []
    for start in range(0, len(positions), TOGETHER):
        some = positions[start : start + TOGETHER]
        try:
            player.new_game(start)
            chosen = player.choose_together(some)
        except ForfeitError:
            break
        answers += map(_as_text, some, chosen)
    return answers


def _as_text(position: Position, chosen: Choice | ForfeitError) -> str:
    if isinstance(chosen, ForfeitError):
        return f"{FAILED}{chosen}"
    position.play(chosen.move)  # or an error, if that is no move
    return position.move_text(chosen.move)


def is_forfeited(game: PlayedGame) -> bool:
    """Whether the submission, which is A, did something wrong."""
    return game.is_forfeit and game.points_of_a == 0


def is_given_away(game: PlayedGame) -> bool:
    """Whether the opponent did something wrong, and so lost."""
    return game.is_forfeit and game.points_of_a == 1


def is_breakdown(game: PlayedGame) -> bool:
    """Whether the submission lost its process with the game, which takes long to start again."""
    return is_forfeited(game) and game.reason.startswith(_BREAKDOWNS)


def _in_words(error: ForfeitError, limits: SubmissionLimits) -> str:
    words = str(error)
    if words.startswith(OUT_OF_TIME):
        seconds = min(limits.starting_seconds, limits.total_seconds)
        return f"not loaded, or no first move, within {seconds:g} s"
    return words
