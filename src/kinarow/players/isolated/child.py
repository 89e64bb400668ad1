"""The process in which an isolated player plays.

It is started by `python -m kinarow.players.isolated.child SETTINGS`: `ProcessSettings` as JSON.

Questions come as lines on standard input (`questions.py`), answers go out as lines on
what was standard output (`answers.py`); what the player itself prints goes nowhere.

It makes a player, which is asked for moves, or an evaluator, which is asked what boards are worth.
"""

from __future__ import annotations

import json
import os
import random
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.evaluation.trial import try_out
from kinarow.evaluation.user import compiled as user_compiled
from kinarow.evaluation.user import evaluator as user
from kinarow.evaluation.user import guard
from kinarow.game import GameSpec, Position
from kinarow.players.isolated.answers import write_choice, write_error, write_scores
from kinarow.players.isolated.questions import (
    CHOOSE,
    EVALUATE,
    EVALUATOR,
    GET_READY,
    LONGEST_QUESTION,
    NEW_GAME,
    PLAYER,
    TRY_OUT,
    WARM_UP,
    Boards,
    Question,
    read_question,
)
from kinarow.players.player import Choice, Player
from kinarow.players.registry import parse_player
from kinarow.players.user import from_file
from kinarow.score import Score
from kinarow.work.garbage import collect_seldom
from kinarow.work.processes import end_with

_LARGEST_FILE = 64 << 20


@dataclass(frozen=True, slots=True)
class ProcessSettings:
    """Under which a player plays."""

    parent: int | None
    """The process that started this one, with which it ends; a sandbox sees to that itself."""
    seconds: float
    """What a move may take."""
    starting_seconds: float
    """What making the player may take."""
    megabytes: int
    """Of address space."""
    cpu_seconds: int | None = None
    """Of computing in all."""
    is_marked: bool = False
    """Whether it may not import what knows the answers."""
    compiles: bool = False
    """Whether warming up compiles an evaluator's function, if it can be."""


class Answering:
    """Who answers: a player or an evaluator, once it is made."""

    player: Player
    evaluator: AnyEvaluator

    def __init__(self, *, compiles: bool = False) -> None:
        self.compiles = compiles

    def answer(self, question: Question) -> bytes:
        kind, about = question
        if kind == EVALUATE:
            return write_scores(self.scores(about))
        return write_choice(self.choice(kind, about))

    def choice(self, kind: str, about: object) -> Choice | None:
        """A move, where one is asked for."""
        if kind == PLAYER:
            self.player = parse_player(str(about))
        elif kind == EVALUATOR:
            self.evaluator = load_evaluator(str(about))
        elif isinstance(about, int):
            assert kind == NEW_GAME
            _seed(about)
            if not self.judges:
                self.player.new_game(about)
        elif isinstance(about, GameSpec) and kind == TRY_OUT:
            judge = self.evaluator if self.judges else self.player.evaluator
            if judge is not None and judge.in_file is not None:
                try_out(judge, about)
        elif isinstance(about, GameSpec):
            assert kind == GET_READY
            if not self.judges:
                self.player.get_ready(about)
        elif isinstance(about, Position) and kind == WARM_UP:
            with suppress(Exception):  # if it was no accident, it will happen in a game too
                self.warm_up(about)
        elif isinstance(about, Position) and kind == CHOOSE:
            return self.player.choose(about)
        return None

    @property
    def judges(self) -> bool:
        return hasattr(self, "evaluator")

    def warm_up(self, position: Position) -> None:
        if self.judges:
            self.evaluator.evaluate(position, position.mover)
            if self.compiles:
                self.evaluator = user_compiled.compiled_within(self.evaluator, position.spec)
                self.evaluator.evaluate(position, position.mover)  # by which it is compiled here
        else:
            self.player.choose(position)

    def scores(self, boards: Boards) -> list[Score | str]:
        side, positions = boards
        found: list[Score | str] = []
        for position in positions:
            try:
                found.append(self.evaluator.evaluate(position, side))
            except Exception as error:  # it costs the game only if the search gets there
                found.append(_in_words(error))
        return found


def serve(questions: IO[bytes], answers: IO[bytes], answering: Answering) -> None:
    """Say that this process is there, and answer until there are no more questions."""
    import numpy as np  # noqa: F401  # it takes long, and what follows is the player's time

    answers.write(write_choice(None))
    answers.flush()
    while line := questions.readline(LONGEST_QUESTION):
        try:
            answer = answering.answer(read_question(line))
        except Exception as error:  # whatever a user's code raises
            answer = write_error(_in_words(error))
        answers.write(answer)
        answers.flush()


def _in_words(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, KinarowError):
        return str(error)
    return f"{type(error).__name__}: {user.one_line(str(error))}"


def _seed(seed: int) -> None:
    """A user's code that throws dice throws the same ones in the same game."""
    import numpy as np

    random.seed(seed)
    np.random.seed(seed % 2**32)


def _limit(settings: ProcessSettings) -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    limits = [(resource.RLIMIT_AS, settings.megabytes << 20)]
    if settings.cpu_seconds is not None:
        limits += [
            (resource.RLIMIT_CPU, settings.cpu_seconds),
            (resource.RLIMIT_FSIZE, _LARGEST_FILE),
            (resource.RLIMIT_CORE, 0),
        ]
    for kind, limit in limits:
        _, most = resource.getrlimit(kind)
        lower = limit if most == resource.RLIM_INFINITY else min(limit, most)
        # Above the first of both, processor time ends with a signal that says so.
        above = most if kind == resource.RLIMIT_CPU else lower
        resource.setrlimit(kind, (lower, above))


def main() -> None:
    collect_seldom()
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    questions = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    settings = ProcessSettings(**json.loads(sys.argv[1]))
    if settings.parent is not None:
        end_with(settings.parent)
    _limit(settings)
    from_file.SECONDS_A_MOVE = settings.seconds + 1  # the referee says when time is up
    # There must be time to go on in plain Python if it does not compile.
    user_compiled.SECONDS_TO_TRY = min(user_compiled.SECONDS_TO_TRY, settings.starting_seconds / 2)
    if settings.is_marked:
        guard.install()
    serve(questions, answers, Answering(compiles=settings.compiles))


if __name__ == "__main__":
    main()
