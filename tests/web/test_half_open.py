"""Connections that say nothing, or half of something, by the hundred: others are served.

`make soak` opens 1,200 from one address, with the lab's own limits.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from kinarow.web.hosting import admission, connections
from kinarow.web.hosting.admission import Admission
from kinarow.web.hosting.connections import network_of
from kinarow.web.hosting.hosting import Hosting
from kinarow.web.hosting.serve import allow_many_connections
from kinarow.web.hosting.sessions import Sessions
from tests.running import wait_until
from tests.strategies import SOAKING
from tests.web.running import running

HALF_OPEN, OF_ONE, OF_ALL = (1200, 100, 600) if SOAKING else (60, 10, 25)
QUESTION = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
HALVES = [b"", b"GET / HT", QUESTION, b"POST / HTTP/1.1\r\nHost: localhost\r\nX: "]


async def answer(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("served")


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_SILENT_OF_ONE", OF_ONE)
    monkeypatch.setattr(connections, "MOST_SILENT", OF_ALL)
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", 10_000.0)  # that is another's test
    allow_many_connections()


def served(hosting: Hosting) -> Iterator[str]:
    with running(Starlette(routes=[Route("/", answer, methods=["GET", "POST"])]), hosting) as at:
        yield at


@pytest.fixture
def lab() -> Iterator[str]:
    yield from served(Hosting())


@pytest.fixture
def lab_behind_proxy() -> Iterator[str]:
    yield from served(Hosting(proxies=("127.0.0.1",)))


def connect(address: str, client: str) -> socket.socket:
    at = urlsplit(address)
    made = socket.create_connection((at.hostname, at.port or 0), 600, (client, 0))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def is_served(address: str, client: str) -> bool:
    with connect(address, client) as asking:
        asking.sendall(QUESTION + b"Connection: close\r\n\r\n")
        read = b""
        while chunk := asking.recv(65536):
            read += chunk
    return read.startswith(b"HTTP/1.1 200") and read.endswith(b"served")


def is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="other addresses of this machine")
@pytest.mark.parametrize("half", HALVES)
def test_half_open_connections_leave_others_served(lab: str, half: bytes) -> None:
    idle = []
    for number in range(HALF_OPEN):
        made = connect(lab, "127.0.0.2")
        made.sendall(half)
        idle.append(made)
        if number % (HALF_OPEN // 10) == 0:
            assert is_served(lab, "127.0.0.3")
            assert is_served(lab, "127.0.0.2")  # also others behind the same address
    wait_until(lambda: sum(map(is_open, idle)) <= OF_ONE, "they are all kept")
    assert any(map(is_open, idle))
    assert is_served(lab, "127.0.0.3")
    for connection in idle:
        connection.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other addresses of this machine")
def test_half_open_connections_from_many_addresses(lab: str) -> None:
    idle = [connect(lab, f"127.0.1.{1 + number % 50}") for number in range(HALF_OPEN)]
    wait_until(lambda: sum(map(is_open, idle)) <= OF_ALL, "they are all kept")
    assert is_served(lab, "127.0.0.1")
    for connection in idle:
        connection.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other addresses of this machine")
def test_connections_that_wait_for_the_next_question_count_too(lab: str) -> None:
    idle = []
    for _ in range(OF_ONE + 5):
        made = connect(lab, "127.0.0.2")
        made.sendall(QUESTION + b"\r\n")
        assert made.recv(65536).startswith(b"HTTP/1.1 200")
        idle.append(made)
    wait_until(lambda: not any(map(is_open, idle[:5])), "the oldest are kept")
    for connection in idle:
        connection.close()


def test_a_proxy_may_have_as_many_as_it_wants(lab_behind_proxy: str) -> None:
    idle = [connect(lab_behind_proxy, "127.0.0.1") for _ in range(OF_ONE + 5)]
    assert is_served(lab_behind_proxy, "127.0.0.1")
    assert all(map(is_open, idle))
    for connection in idle:
        connection.close()


def test_where_clients_come_from() -> None:
    assert network_of("192.0.2.7") == network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db9::1")
    assert network_of("testclient") == "testclient"


async def read(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


@pytest.fixture
def admitting(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(admission, "_MOST_OF_ONE", OF_ONE)
    monkeypatch.setattr(admission, "_MOST_FROM_ADDRESS", 2 * OF_ONE)
    routes = [Route("/", answer), Route("/read", read, methods=["POST"])]
    guard = Middleware(Admission, hosting=Hosting(), sessions=Sessions())
    with running(Starlette(routes=routes, middleware=[guard])) as at:
        yield at


@pytest.mark.skipif(sys.platform != "linux", reason="other addresses of this machine")
def test_bodies_that_do_not_come_leave_others_served(admitting: str) -> None:
    head = b"POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"
    idle = [connect(admitting, "127.0.0.2") for _ in range(HALF_OPEN)]
    for connection in idle:
        connection.sendall(head)
    wait_until(lambda: sum(map(is_open, idle)) <= 3 * OF_ONE, "they are all kept")
    assert is_served(admitting, "127.0.0.3")
    for connection in idle:
        connection.close()
