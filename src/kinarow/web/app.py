"""The lab as a web application: static files, a JSON API, and the headers that keep it closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kinarow.errors import KinarowError
from kinarow.evaluation.fault import Fault
from kinarow.web.hosting.admission import Admission, RootPath
from kinarow.web.hosting.fair_queue import BusyError, FairQueue
from kinarow.web.hosting.hosting import Hosting
from kinarow.web.hosting.sessions import MOST_NEW, Sessions, key_in
from kinarow.web.lab import routes
from kinarow.web.lab.own_files import OwnFiles
from kinarow.web.lab.questions import Known
from kinarow.web.lab.solved_samples import SolvedSamples
from kinarow.web.lab.worker_pool import Thinkers
from kinarow.web.tournaments.registry import Tournaments

STATIC = Path(__file__).parent / "static"
_INSTANT, _QUICK, _SLOW = 2, 2, 2
"""Processes for explanations, which should come at once, for moves, and for what takes seconds."""
_MOST_WAITING = 400
_MOST_OF_ONE = 100
"""Questions that wait, of all and of one session; or of an address, for all there without one."""
_DESKS = 4
"""Threads of this process that read what is asked, and write what needs no process."""
_MEGABYTES = 4096
"""What each process may have where others can reach the lab."""
_HOSTING = Hosting()

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Files are small and local: always ask, so that an upgrade shows at once.
    "Cache-Control": "private, no-cache",
}


class SecurityHeaders:
    """Adds the headers above to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, send_with_headers)


def make_app(
    hosting: Hosting = _HOSTING,
    known: Known | None = None,
    kept_in: Path | None = None,
    complain: Callable[[str], object] | None = None,
) -> Starlette:
    """The lab as it is to be reached; `known` is what it was started with, `kept_in` the folder in
    which tournaments outlast it. What does not work of what is known is told to `complain`."""
    sessions = Sessions(
        key_in(kept_in), hosting.token, most_new=MOST_NEW if hosting.is_open else None
    )
    app = Starlette(
        routes=[
            Mount("/api/v1", routes=routes.ROUTES),
            Mount("/", GZipMiddleware(StaticFiles(directory=STATIC, html=True))),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RootPath, root_path=hosting.root_path),
            Middleware(Admission, hosting=hosting, sessions=sessions),
        ],
        exception_handlers={
            BusyError: _busy, KinarowError: _refused, HTTPException: _failed, Exception: _broken,
        },
        lifespan=_lifespan,
    )  # fmt: skip
    app.state.hosting = hosting
    app.state.known = known or Known()
    app.state.kept_in = kept_in
    app.state.complain = complain
    app.state.desks = FairQueue(_MOST_WAITING, _MOST_OF_ONE, most_at_once=_DESKS // 2)
    for desk in range(_DESKS):
        app.state.desks.add(desk)
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    hosting: Hosting = app.state.hosting
    # Where there are many, one must not have all of them.
    more = 1 if hosting.is_open else 0

    def thinkers(count: int, *, search: bool = True) -> Thinkers:
        return Thinkers(
            count + more, _MOST_WAITING, search=search,
            most_of_one=_MOST_OF_ONE, most_at_once=count,
            megabytes=_MEGABYTES if hosting.is_open else None,
        )  # fmt: skip

    app.state.instant = thinkers(_INSTANT, search=False)
    app.state.quick = thinkers(_QUICK)
    app.state.slow = thinkers(_SLOW)
    for some in (app.state.instant, app.state.quick, app.state.slow):
        some.begin_one()
    if app.state.known.own_evaluators:  # one of them tries these out
        app.state.instant.begin_one()
    app.state.own_files = OwnFiles(app.state.known, app.state.instant)
    app.state.samples = SolvedSamples(app.state.slow)
    app.state.tournaments = Tournaments(app.state.known, app.state.kept_in)
    complain = app.state.complain
    trying = asyncio.ensure_future(app.state.own_files.begin(complain)) if complain else None
    try:
        yield
    finally:
        if trying:
            trying.cancel()
        app.state.tournaments.close()
        for some in (app.state.instant, app.state.quick, app.state.slow):
            some.close()


async def _refused(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": Fault.of(str(error)).sentence}, status_code=400)


async def _busy(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status_code=503)


async def _broken(_request: Request, _error: Exception) -> Response:
    return JSONResponse({"error": "something broke in the lab; its terminal says what"}, 500)


async def _failed(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)
