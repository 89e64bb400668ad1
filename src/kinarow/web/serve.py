"""Starting and stopping the lab's server."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from kinarow.errors import KinarowError
from kinarow.web.app import make_app
from kinarow.web.connections import LONGEST_HEADERS, MOST_CONNECTIONS, GuardedProtocol
from kinarow.web.questions import Known

_PORTS_TO_TRY = 50


def serve(
    host: str,
    port: int,
    announce: Callable[[str], object],
    known: Known | None = None,
    kept_in: Path | None = None,
) -> None:
    """Serve the lab until Ctrl-C; if the port is taken, on the next free one."""
    with listen(host, port) as listener:
        address = url(host, listener.getsockname()[1])
        announce(f"kinarow lab: {address}   (Ctrl-C stops it)")
        try:
            server(make_app(host, known, kept_in)).run(sockets=[listener])
        except KeyboardInterrupt:
            announce("\nkinarow lab: stopped")


def server(app: ASGIApp) -> uvicorn.Server:
    """A server that slow and silent clients do not wear down."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=GuardedProtocol,
        ws="none",
        limit_concurrency=MOST_CONNECTIONS,
        h11_max_incomplete_event_size=LONGEST_HEADERS,
        # An open stream must not hold back the end.
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on the port, or on the next free one; 0 takes any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = min(port + _PORTS_TO_TRY, 65535) if port else 0
    for candidate in range(port, last + 1):
        try:
            return socket.create_server((host, candidate), family=family)
        except OSError as error:
            failure = error
        except OverflowError as error:  # pragma: no cover - the command line checks the range
            raise KinarowError(f"no port {candidate}: {error}") from None
    raise KinarowError(f"cannot listen on {host}, ports {port} to {last}: {failure.strerror}")


def url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
