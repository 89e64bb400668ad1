"""How the lab's routes get their answers: at once, after some thought, line by line, and each
visitor in turn."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any, Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator
from kinarow.evaluation.fault import Fault
from kinarow.game import GameSpec, Position
from kinarow.web.hosting.connections import while_wanted
from kinarow.web.hosting.fair_queue import FairQueue
from kinarow.web.hosting.sessions import Asker
from kinarow.web.lab.operations import LINES
from kinarow.web.lab.own_files import OwnFiles
from kinarow.web.lab.questions import LabQuestion
from kinarow.web.lab.worker_pool import Job, Thinkers, TooLongError

Worked = TypeVar("Worked")

_LONGEST_MOMENT = 10.0
"""Seconds for what should come at once."""
_LONGEST_THOUGHT = 30.0
"""Seconds for a move, or for a tree."""
AT_ONCE: Final = {"X-Accel-Buffering": "no"}
"""A proxy would gather what is streamed before it passes it on."""


def unfinished(question: LabQuestion) -> Position:
    """The position that is asked about, in which there is something to play."""
    here = question.line()[-1]
    if here.ending() is not None:
        raise KinarowError("the game is over: there is no move to look at")
    return here


Arguments = tuple[object, ...]


async def found_at_once(request: Request, job: Job, *asked: object) -> dict[str, Any]:
    """What should come at once, from a process that does nothing else. An argument may be what
    finds an evaluator or a player, here and in the two below: if that is the user's and fails, it
    is looked for again."""
    instant: Thinkers = request.app.state.instant
    found: dict[str, Any] = await _found(request, instant, job, asked, _LONGEST_MOMENT)
    return found


async def thought_of(request: Request, job: Job, *asked: object) -> Response:
    """What a process that plays and searches finds."""
    quick: Thinkers = request.app.state.quick
    return JSONResponse(await _found(request, quick, job, asked, _LONGEST_THOUGHT))


async def _found(
    request: Request, thinkers: Thinkers, job: Job, asked: Arguments, seconds: float
) -> Any:
    asker, arguments = asker_of(request).name, await _looked_for(request, asked)
    while True:
        try:
            found = thinkers.run(job, *arguments, seconds=seconds, asker=asker)
            return await while_wanted(request, found)
        except KinarowError as error:
            # A search may take long by any evaluator; what should come at once may not.
            is_slow = isinstance(error, TooLongError) and thinkers is not request.app.state.instant
            others = None if is_slow else await _others(request, asked, arguments, error)
            if others is None:
                raise
            arguments = others


async def streamed(request: Request, job: Job, *asked: object) -> Response:
    """What takes its time, a line as soon as it is found. Asked again by another evaluator, it
    begins anew."""
    slow: Thinkers = request.app.state.slow
    arguments = await _looked_for(request, asked)

    async def lines() -> AsyncIterator[str]:
        # When the one who asked is gone, the server closes this, and with it the job.
        now: Arguments | None = arguments
        while now is not None:
            try:
                stream = slow.stream(job, *now, asker=asker_of(request).name)
                async with aclosing(stream) as items:
                    async for item in items:
                        yield json.dumps(item) + "\n"
                return
            except KinarowError as error:
                now = await _others(request, asked, now, error)
                if now is None:
                    yield json.dumps({"error": Fault.of(str(error)).sentence}) + "\n"

    return StreamingResponse(lines(), media_type=LINES, headers=AT_ONCE)


async def _looked_for(request: Request, asked: Arguments) -> Arguments:
    """The arguments, with what those among them find that look for something."""
    return tuple([await in_turn(request, one) if callable(one) else one for one in asked])


async def _others(
    request: Request, asked: Arguments, arguments: Arguments, error: KinarowError
) -> Arguments | None:
    """The arguments with another evaluator, if it is the one among them that has failed."""
    own_files: OwnFiles = request.app.state.own_files
    for one, found in zip(asked, arguments, strict=True):
        evaluator = found if isinstance(found, AnyEvaluator) else getattr(found, "evaluator", None)
        if isinstance(evaluator, AnyEvaluator):
            is_blamed = await own_files.blame(evaluator, _game_of(arguments), error)
            return await _looked_for(request, asked) if is_blamed and callable(one) else None
    return None


def _game_of(arguments: Arguments) -> GameSpec:
    """That of the position, or of the game, that is asked about."""
    positions = (a[0] if isinstance(a, list) and a else a for a in arguments)
    return next(a.spec for a in positions if isinstance(a, Position))


async def in_turn(request: Request, work: Callable[..., Worked], *arguments: object) -> Worked:
    """What takes a moment, which is not the loop's, nor are all of the threads one visitor's."""
    desks: FairQueue[int] = request.app.state.desks
    asker = asker_of(request).name
    desk = await desks.get(asker)
    try:
        return await run_in_threadpool(work, *arguments)
    finally:
        desks.give_back(desk, asker)


def asker_of(request: Request) -> Asker:
    """The visitor who asks."""
    asker: Asker = request.state.asker
    return asker
