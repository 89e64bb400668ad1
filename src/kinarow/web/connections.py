"""HTTP with clients that may be slow, silent or gone: none of them holds a connection for ever.

uvicorn limits how long a connection may idle between two questions, but not how long a question may
take to come, nor how long an answer may wait to be read.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

Answer = TypeVar("Answer")

SECONDS_TO_ASK = 10.0
"""From the first byte of a question, or from the connection, to the end of its headers."""
SECONDS_TO_READ = 20.0
"""For which an answer may wait because nobody reads it."""
MOST_CONNECTIONS = 1000
LONGEST_HEADERS = 32 * 1024


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


class GuardedProtocol(H11Protocol):
    """What uvicorn does with a connection, and an end to those that do not go on."""

    _asking: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
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
        for timer in (self._asking, self._reading):
            if timer is not None:
                timer.cancel()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(SECONDS_TO_READ, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()

    def _watch_question(self) -> None:
        """Wait for a question as long as there is none that is being answered."""
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            if self._asking is not None:
                self._asking.cancel()
                self._asking = None
        elif self._asking is None:
            self._asking = self.loop.call_later(SECONDS_TO_ASK, self.transport.close)
