"""One submission examined by a worker: its games and its moves in positions.

Its files are written into a folder of their own, and its player, search included, plays in a
process of its own with limits and a guard. So a worker needs nothing but the job, on this machine
or another, and whatever the submission does, the worker goes on.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from kinarow.arena.game import GameJob, play_game
from kinarow.arena.played import PlayedGame
from kinarow.arena.schedule import ScheduledGame
from kinarow.classroom.submissions import Submission
from kinarow.errors import KinarowError
from kinarow.evaluation.guard import WORKING_FOLDER
from kinarow.game import VARIANTS, Position
from kinarow.players import AlphaBetaPlayer
from kinarow.players.child_process import PROCESS_ENDED
from kinarow.players.isolated import IsolatedPlayer
from kinarow.players.player import OUT_OF_TIME, ForfeitError

SECONDS_AT_ONCE = 60.0
"""A worker hands in what it has after so long, so that little is lost if everything is killed."""
PATIENCE = 3
"""Who loses so many processes in a row, by time or by itself, gets no other."""

FAILED = "!"
"""With this begins what went wrong where a move was asked for."""

_OLD_SECONDS = 24 * 3600
_BREAKDOWNS = (OUT_OF_TIME, PROCESS_ENDED)


@dataclass(frozen=True, slots=True)
class SubmissionLimits:
    """Memory limit per submission, in MB."""

    move_seconds: float = 5.0
    starting_seconds: float = 60.0
    """For running its file, and again for compiling its function and choosing a first move."""
    total_seconds: float = 300.0
    """For all its moves together; games that are not played then are lost."""
    megabytes: int = 2048
    """Of address space; compiled code takes about 550 of them."""


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
    games: tuple[PlayedGame, ...] = ()
    answers: tuple[str, ...] | None = None
    """Its move in each position, as text, or what went wrong."""


def examine(job: Examination) -> Findings:
    """Let a submission play, for a while."""
    _get_ready()
    place = job.place if os.path.isdir(job.place) else None  # a cluster's machines have their own
    with working_folder(place) as folder:
        job.submission.write(Path(folder))
        player = replace(job.player, folder=folder)
        try:
            return _examine(job, player)
        finally:
            player.end()


def working_folder(place: str | None = None) -> tempfile.TemporaryDirectory[str]:
    """A folder that ends with the block, for the files of submissions."""
    return tempfile.TemporaryDirectory(prefix=WORKING_FOLDER, dir=place, ignore_cleanup_errors=True)


@lru_cache(maxsize=1)
def _get_ready() -> None:
    """Compile the search, before submissions that need it are timed, and remove the folders that
    were left behind when everything was killed."""
    AlphaBetaPlayer().get_ready(VARIANTS["connect4"].spec)
    for folder in Path(tempfile.gettempdir()).glob(f"{WORKING_FOLDER}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _OLD_SECONDS:
                shutil.rmtree(folder)


def _examine(job: Examination, player: IsolatedPlayer) -> Findings:
    try:
        player.new_game(0)
    except ForfeitError as error:
        return Findings(problem=_in_words(error, job.limits))
    games: list[PlayedGame] = []
    end = time.monotonic() + SECONDS_AT_ONCE
    spent, breakdowns = job.spent, job.breakdowns
    for game in job.games:
        is_over = spent >= job.limits.total_seconds or breakdowns >= PATIENCE
        if is_over or time.monotonic() > end:
            break
        played = PlayedGame.of(game, play_game(_with(game.job, job.player, player)))
        games.append(played)
        spent += time_of(played, job.limits)
        breakdowns = breakdowns + 1 if is_breakdown(played) else 0
    if time.monotonic() > end or not job.positions:
        return Findings(games=tuple(games))
    left = job.limits.total_seconds - spent
    return Findings(games=tuple(games), answers=_answers(player, job.positions, left))


def _with(job: GameJob, player: IsolatedPlayer, at_hand: IsolatedPlayer) -> GameJob:
    """The same game with the player whose files are at hand."""
    if job.first == player:
        return replace(job, first=at_hand)
    return replace(job, second=at_hand)


def _answers(
    player: IsolatedPlayer, positions: Sequence[Position], seconds: float
) -> tuple[str, ...]:
    answers: list[str] = []
    end, breakdowns = time.monotonic() + seconds, 0
    for number, position in enumerate(positions):
        if breakdowns >= PATIENCE:
            answers.append(f"{FAILED}not asked any more")
            continue
        if time.monotonic() > end:
            answers.append(f"{FAILED}its time was used up")
            continue
        try:
            player.new_game(number)
            move = player.choose(position).move
            position.play(move)
            answers.append(position.move_text(move))
            breakdowns = 0
        except KinarowError as error:
            answers.append(f"{FAILED}{error}")
            breakdowns = breakdowns + 1 if str(error).startswith(_BREAKDOWNS) else 0
    return tuple(answers)


def is_forfeited(game: PlayedGame) -> bool:
    """Whether the submission, which is A, did something wrong."""
    return game.is_forfeit and game.points_of_a == 0


def is_given_away(game: PlayedGame) -> bool:
    """Whether the opponent did something wrong, and so lost."""
    return game.is_forfeit and game.points_of_a == 1


def is_breakdown(game: PlayedGame) -> bool:
    """Whether the submission lost its process with the game, which takes long to start again."""
    return is_forfeited(game) and game.reason.startswith(_BREAKDOWNS)


def time_of(game: PlayedGame, limits: SubmissionLimits) -> float:
    """The seconds that the submission's moves took, one that did not end included."""
    late = is_forfeited(game) and game.reason.startswith(OUT_OF_TIME)
    return game.effort(game.a_side).seconds + (limits.move_seconds if late else 0.0)


def _in_words(error: ForfeitError, limits: SubmissionLimits) -> str:
    words = str(error)
    if words.startswith(OUT_OF_TIME):
        return f"not loaded, or no first move, within {limits.starting_seconds:g} s"
    return words
