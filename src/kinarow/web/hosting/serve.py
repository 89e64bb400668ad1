"""Starting and stopping the lab's server."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from kinarow.errors import KinarowError
from kinarow.web.app import make_app
from kinarow.web.hosting.connections import (
    LONGEST_HEADERS,
    MOST_CONNECTIONS,
    GuardedProtocol,
    Silent,
)
from kinarow.web.hosting.hosting import Hosting
from kinarow.web.lab.questions import Known

_PORTS_TO_TRY = 50
_HOSTING = Hosting()


def serve(
    hosting: Hosting,
    port: int,
    announce: Callable[[str], object],
    known: Known | None = None,
    kept_in: Path | None = None,
    complain: Callable[[str], object] | None = None,
) -> None:
    """Serve the lab until Ctrl-C; if the port is taken, on the next free one. What is wrong with
    the user's files is told to `complain`, and the lab goes on."""
    allow_many_connections()
    with listen(hosting.host, port) as listener:
        app = make_app(hosting, known, kept_in, complain)
        announce(f"kinarow lab: {hosting.url(listener.getsockname()[1])}   (Ctrl-C stops it)")
        try:
            server(app, hosting).run(sockets=[listener])
        except KeyboardInterrupt:
            announce("\nkinarow lab: stopped")


def server(app: ASGIApp, hosting: Hosting = _HOSTING) -> uvicorn.Server:
    """A server that slow and silent clients do not wear down."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=partial(GuardedProtocol, silent=Silent(hosting.proxies)),  # type: ignore[arg-type]
        ws="none",
        limit_concurrency=MOST_CONNECTIONS,
        h11_max_incomplete_event_size=LONGEST_HEADERS,
        # An open stream must not hold back the end.
        timeout_graceful_shutdown=1,
        # Who asks, and whether by TLS, is said by the connection unless that is a proxy's.
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=list(hosting.proxies),
        server_header=False,
    )
    return uvicorn.Server(config)


def allow_many_connections() -> None:
    """Each takes a file number, of which the usual limit leaves few; the system's own is higher."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * MOST_CONNECTIONS
    if now < wanted and now != resource.RLIM_INFINITY:
        allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(now, allowed), most))


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
