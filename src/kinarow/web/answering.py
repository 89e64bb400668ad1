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
from kinarow.game import Position
from kinarow.web.connections import while_wanted
from kinarow.web.fair_queue import FairQueue
from kinarow.web.questions import LabQuestion
from kinarow.web.sessions import Asker
from kinarow.web.thinkers import Job, Thinkers

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


async def found_at_once(request: Request, job: Job, *arguments: object) -> dict[str, Any]:
    """What should come at once, from a process that does nothing else."""
    instant: Thinkers = request.app.state.instant
    found = instant.run(job, *arguments, seconds=_LONGEST_MOMENT, asker=asker_of(request).name)
    return await while_wanted(request, found)


async def thought_of(request: Request, job: Job, *arguments: object) -> Response:
    """What a process that plays and searches finds."""
    quick: Thinkers = request.app.state.quick
    found = quick.run(job, *arguments, seconds=_LONGEST_THOUGHT, asker=asker_of(request).name)
    return JSONResponse(await while_wanted(request, found))


def streamed(request: Request, job: Job, *arguments: object) -> Response:
    """What takes its time, a line as soon as it is found."""
    slow: Thinkers = request.app.state.slow

    async def lines() -> AsyncIterator[str]:
        # When the one who asked is gone, the server closes this, and with it the job.
        try:
            stream = slow.stream(job, *arguments, asker=asker_of(request).name)
            async with aclosing(stream) as items:
                async for item in items:
                    yield json.dumps(item) + "\n"
        except KinarowError as error:
            yield json.dumps({"error": str(error)}) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=AT_ONCE)


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
