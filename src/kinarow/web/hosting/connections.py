"""HTTP with clients that may be slow, silent or gone: none of them holds a connection for ever.

uvicorn limits how long a connection may idle between two questions, but not how long a question may
take to come, nor how long an answer may wait to be read.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Coroutine
from ipaddress import IPv6Address, ip_network
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

from kinarow.web.hosting.hosting import as_address

Answer = TypeVar("Answer")

SECONDS_TO_ASK = 10.0
"""From the first byte of a question, or from the connection, to the end of its headers."""
SECONDS_TO_READ = 20.0
"""For which an answer may wait because nobody reads it."""
MOST_CONNECTIONS = 1000
LONGEST_HEADERS = 32 * 1024
MOST_SILENT = 600
"""Connections without a question that is being answered."""
MOST_SILENT_OF_ONE = 100
"""The same from one address, behind which there may be a whole class."""


async def while_wanted(request: Request, answer: Coroutine[Any, Any, Answer]) -> Answer:
    """An answer, given up as soon as the one who asked is gone."""

    async def hang_up() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.ensure_future(answer), asyncio.ensure_future(hang_up())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(408, "the one who asked is gone")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


class Silent:
    """A server's connections without a question that is being answered, by where they come from.

    Whoever opens more than there is room for loses its own oldest ones: a question that comes at
    once is heard, however many others from the same address say nothing.
    """

    def __init__(self, proxies: tuple[str, ...] = ()) -> None:
        self._proxies = {network_of(proxy) for proxy in proxies}
        """All visitors come from there: for them it is no sign of anything."""
        self._everyone: dict[GuardedProtocol, None] = {}
        self._of_one: dict[str, dict[GuardedProtocol, None]] = {}

    def add(self, connection: GuardedProtocol) -> None:
        self.remove(connection)
        self._everyone[connection] = None
        theirs = self._of_one.setdefault(connection.origin, {})
        theirs[connection] = None
        if len(theirs) > MOST_SILENT_OF_ONE and connection.origin not in self._proxies:
            self._hang_up_on_oldest(theirs)
        if len(self._everyone) > MOST_SILENT:
            self._hang_up_on_oldest(self._everyone)

    def remove(self, connection: GuardedProtocol) -> None:
        self._everyone.pop(connection, None)
        theirs = self._of_one.get(connection.origin, {})
        theirs.pop(connection, None)
        if not theirs:
            self._of_one.pop(connection.origin, None)

    def _hang_up_on_oldest(self, connections: dict[GuardedProtocol, None]) -> None:
        oldest = next(iter(connections))
        self.remove(oldest)
        oldest.transport.abort()


class GuardedProtocol(H11Protocol):
    """What uvicorn does with a connection, and an end to those that do not go on."""

    origin = ""
    """Where it comes from."""
    _asking: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, silent: Silent, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._silent = silent

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.origin = network_of(self.client[0] if self.client else "")
        # A connection that is being closed waits until all is read; here the system ends that.
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            own = transport.get_extra_info("socket")
            milliseconds = round(1000 * SECONDS_TO_READ)
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
        self._watch_question()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_question()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._silent.remove(self)
        for timer in (self._asking, self._reading):
            if timer is not None:
                timer.cancel()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self._is_answering:
            self._silent.add(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(SECONDS_TO_READ, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()

    @property
    def _is_answering(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _watch_question(self) -> None:
        """Wait for a question as long as there is none that is being answered."""
        if self._is_answering:
            self._silent.remove(self)
            if self._asking is not None:
                self._asking.cancel()
                self._asking = None
        elif self._asking is None and not self.transport.is_closing():
            self._silent.add(self)
            self._asking = self.loop.call_later(SECONDS_TO_ASK, self.transport.close)


def network_of(client: str) -> str:
    """Where a client comes from: its address, or what the many that it has with IPv6 have in
    common."""
    address = as_address(client)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False).network_address)
    return client if address is None else str(address)
