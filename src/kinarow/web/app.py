"""The lab as a web application: static files, a JSON API, and the headers that keep it closed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kinarow.errors import KinarowError
from kinarow.web import routes
from kinarow.web.own_files import OwnFiles
from kinarow.web.questions import Known
from kinarow.web.thinkers import BusyError, Thinkers
from kinarow.web.tournaments import Tournaments

STATIC = Path(__file__).parent / "static"
_INSTANT, _QUICK, _SLOW = 2, 2, 2
"""Processes for explanations, which should come at once, for moves, and for what takes seconds."""
_MOST_WAITING = 200

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    # Files are small and local: always ask, so that an upgrade shows at once.
    "Cache-Control": "no-cache",
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


class SameOrigin:
    """Refuses what another site's page asks a browser to send here."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            headers = Headers(scope=scope)
            origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
            is_foreign = origin is not None and not _is_of(origin, headers.get("host"))
            if is_foreign or site not in ("same-origin", "none"):
                refusal = JSONResponse({"error": "requests from other sites are refused"}, 403)
                await refusal(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _is_of(origin: str, host: str | None) -> bool:
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # no address at all, such as http://[
        return False


def make_app(
    host: str = "127.0.0.1", known: Known | None = None, kept_in: Path | None = None
) -> Starlette:
    """The lab for a server that listens on `host`; `known` is what it was started with, `kept_in`
    the folder in which tournaments outlast it."""
    app = Starlette(
        routes=[
            Mount("/api/v1", routes=routes.ROUTES),
            Mount("/", StaticFiles(directory=STATIC, html=True)),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=_allowed_hosts(host)),
            Middleware(SameOrigin),
        ],
        exception_handlers={
            BusyError: _busy, KinarowError: _refused, HTTPException: _failed, Exception: _broken,
        },
        lifespan=_lifespan,
    )  # fmt: skip
    app.state.known = known or Known()
    app.state.kept_in = kept_in
    return app


def _allowed_hosts(host: str) -> list[str]:
    """Only names that mean this machine, so that no other site's name can be pointed at us."""
    if host in ("0.0.0.0", "::"):
        return ["*"]
    return ["localhost", "127.0.0.1", "[::1]", f"[{host}]" if ":" in host else host]


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.instant = Thinkers(_INSTANT, _MOST_WAITING, search=False)
    app.state.quick = Thinkers(_QUICK, _MOST_WAITING)
    app.state.slow = Thinkers(_SLOW, _MOST_WAITING)
    app.state.own_files = OwnFiles(app.state.known, app.state.instant)
    app.state.tournaments = Tournaments(app.state.known, app.state.kept_in)
    try:
        yield
    finally:
        app.state.tournaments.close()
        for thinkers in (app.state.instant, app.state.quick, app.state.slow):
            thinkers.close()


async def _refused(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status_code=400)


async def _busy(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status_code=503)


async def _broken(_request: Request, _error: Exception) -> Response:
    return JSONResponse({"error": "something broke in the lab; its terminal says what"}, 500)


async def _failed(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)
