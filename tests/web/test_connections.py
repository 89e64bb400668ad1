"""Clients that are slow, silent, half gone or too much: answered in words or hung up on, and
everyone else is served as before."""

from __future__ import annotations

import json
import re
import socket
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

import psutil
import pytest
from starlette.applications import Starlette

from kinarow.evaluation import OPEN_LINES
from kinarow.evaluation.written.json_files import to_json
from kinarow.web.app import make_app
from kinarow.web.hosting import connections
from kinarow.web.lab import questions, routes
from kinarow.web.lab import responses as answering
from kinarow.web.lab.worker_pool import Thinkers
from tests.running import wait_until
from tests.web.running import running

PATIENCE = 0.6
HOST = b"Host: localhost\r\nConnection: close\r\n"
HEAD = b"POST /api/v1/position HTTP/1.1\r\n" + HOST


@pytest.fixture(scope="module")
def app() -> Starlette:
    return make_app()


@pytest.fixture(scope="module")
def lab(app: Starlette) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "SECONDS_TO_ASK", PATIENCE)
        patch.setattr(connections, "SECONDS_TO_READ", PATIENCE)
        patch.setattr(questions, "_BODY_SECONDS", PATIENCE)
        # What is not given up keeps a process busy for ever.
        patch.setattr(routes, "_SECONDS", replace(routes._SECONDS, most=10_000))
        patch.setattr(answering, "_LONGEST_THOUGHT", 10_000)
        patch.setattr(questions, "_MOST_PLAYOUTS", 10_000_000)
        with running(app) as address:
            assert is_well(address)
            yield address


def is_well(address: str) -> bool:
    """Whether the lab explains, moves and analyses."""
    for path in ("position", "move?player=alphabeta:depth=2", "analysis?depth=2", "exact"):
        with urllib.request.urlopen(f"{address}/api/v1/{path}", timeout=600) as answer:
            assert answer.status == 200
            answer.read()
    return True


def connect(address: str) -> socket.socket:
    at = urlsplit(address)
    made = socket.create_connection((str(at.hostname), int(at.port or 0)), timeout=600)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def rest_of(connection: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    read = b""
    try:
        while chunk := connection.recv(65536):
            read += chunk
    except ConnectionResetError:
        pass
    return read


def trickle(connection: socket.socket, data: bytes) -> bytes:
    """Send a byte at a time, as long as somebody listens; what came back."""
    connection.settimeout(0.05)
    read = b""
    for number in range(10_000):
        try:
            connection.sendall(data[number % len(data) :][:1])
            chunk = connection.recv(65536)
            if not chunk:
                return read
            read += chunk
        except TimeoutError:
            pass
        except OSError:
            return read
    pytest.fail("nobody has hung up")


def words_of(answer: bytes) -> str:
    body = answer.partition(b"\r\n\r\n")[2]
    return str(json.loads(body)["error"])


def test_silence_is_hung_up_on(lab: str) -> None:
    with connect(lab) as silent:
        assert rest_of(silent) == b""


def test_headers_that_trickle_are_hung_up_on(lab: str) -> None:
    with connect(lab) as slow:
        assert trickle(slow, b"GET / HTTP/1.1\r\nX: " + b"x" * 9000) == b""
    with connect(lab) as slow:  # also after a first question
        slow.sendall(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert slow.recv(20).startswith(b"HTTP/1.1 200")
        trickle(slow, b"GET / HTTP/1.1\r\nX: " + b"x" * 9000)
    assert is_well(lab)


def test_a_body_that_trickles_is_answered_in_words(lab: str) -> None:
    with connect(lab) as slow:
        slow.sendall(HEAD + b"Content-Length: 5000\r\n\r\n")
        answer = trickle(slow, b" " * 5000)
    assert b"408 Request Timeout" in answer
    assert words_of(answer) == "the body took too long to come"
    with connect(lab) as stuck:
        stuck.sendall(HEAD + b"Content-Length: 5000\r\n\r\n{")
        assert b" 408 " in rest_of(stuck)
    assert is_well(lab)


def test_a_body_that_nobody_asked_for_is_hung_up_on(lab: str) -> None:
    with connect(lab) as foreign:
        foreign.sendall(HEAD + b"Origin: http://evil.example\r\nContent-Length: 5000\r\n\r\n")
        answer = trickle(foreign, b" " * 5000)
    assert b" 403 " in answer


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (HEAD + b"Content-Length: 99999999\r\n\r\n" + b"x" * 70_000, b" 413 "),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
         + b"FFFF\r\n" + b"x" * 0xFFFF + b"\r\n0\r\n\r\n", b" 413 "),
        (HEAD + b"X: " + b"x" * 100_000, b" 400 "),
        (HEAD + b"Content-Length: many\r\n\r\n", b" 400 "),
        (b"nonsense\r\n\r\n", b" 400 "),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b""),
        (b"GET /api/v1/position?" + b"moves=1&" * 20_000 + b" HTTP/1.1\r\n\r\n", b" 400 "),
        (b"GET /api/v1/position HTTP/1.1\r\n\r\n", b" 400 "),
        (b"GET /..%2f..%2fpyproject.toml HTTP/1.1\r\n" + HOST + b"\r\n", b" 404 "),
        (b"GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n" + HOST + b"\r\n",
         b" 200 "),
    ],
)  # fmt: skip
def test_too_much_and_nonsense(lab: str, sent: bytes, status: bytes) -> None:
    with connect(lab) as connection:
        try:
            connection.sendall(sent)
        except OSError:
            return  # hung up on before it was said
        connection.shutdown(socket.SHUT_WR) if not status else None
        answer = rest_of(connection)
    assert status in answer.split(b"\r\n")[0]
    assert b"Traceback" not in answer


def test_half_a_question_and_half_closed_connections(lab: str) -> None:
    question = json.dumps({"depth": 30, "seconds": 10_000}).encode()
    head = b"POST /api/v1/analysis HTTP/1.1\r\nHost: localhost\r\n"
    whole = head + b"Content-Length: %d\r\n\r\n" % len(question) + question
    for sent in (b"", b"GET", HEAD, head + b"Content-Length: 50\r\n\r\n{", whole):
        for _ in range(3):
            with connect(lab) as half:
                half.sendall(sent)
                half.shutdown(socket.SHUT_WR)
                assert b" 500 " not in rest_of(half)
    assert is_well(lab)


def test_moves_that_nobody_waits_for_are_given_up(
    lab: str, app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "kinarow.web.lab.worker_pool._PATIENCE_SECONDS", 0.2
    )  # none of them listens
    ask = b"GET /api/v1/move?game=place:20x20:5&player=mcts:playouts=10000000 HTTP/1.1\r\n"
    gone = [connect(lab) for _ in range(10)]
    for connection in gone:
        connection.sendall(ask + HOST + b"\r\n")
    wait_until(app.state.quick._idle.empty, "nobody thinks about a move")
    for connection in gone:
        connection.close()
    assert is_well(lab)


def test_an_answer_that_nobody_reads_is_given_up(lab: str) -> None:
    terms = to_json(OPEN_LINES)["terms"] * 16
    cells = [f"{column}{row}" for row in range(1, 21, 3) for column in "acegikmoqsbdfhjlnprt"]
    question = json.dumps(
        {
            "game": "place:20x20:5",
            "moves": " ".join(cells),
            "evaluator": {**to_json(OPEN_LINES), "terms": terms},
        }
    ).encode()
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        at = urlsplit(lab)
        deaf.connect((at.hostname, at.port))
        deaf.settimeout(600)
        deaf.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(question) + question)
        begun = deaf.recv(2000)
        promised = re.search(rb"content-length: (\d+)", begun)
        assert promised
        wait_until(lambda: not _is_served(deaf), "nobody has hung up")
        assert len(begun) + len(rest_of(deaf)) < int(promised[1])
    assert is_well(lab)


def _is_served(client: socket.socket) -> bool:
    """Whether the lab, or the system for it, still has the other end of a connection."""
    return any(end.raddr == client.getsockname() for end in psutil.net_connections("tcp"))


def test_many_that_do_not_go_on_leave_room_for_others(lab: str) -> None:
    idle = [connect(lab) for _ in range(200)]
    for connection in idle:
        connection.sendall(b"GET / HT")
    assert is_well(lab)
    for connection in idle:
        assert rest_of(connection) == b""
        connection.close()


def test_a_review_that_nobody_waits_for_is_stopped(
    lab: str, app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kinarow.web.lab.worker_pool._PATIENCE_SECONDS", 10_000)
    moves = " ".join(
        f"{column}{row}" for row in range(1, 10, 2) for column in "abcdefghijklmnopqrst"
    )
    question = json.dumps({"game": "place:20x20:5", "moves": moves, "seconds": 10}).encode()
    head = b"POST /api/v1/review HTTP/1.1\r\nHost: localhost\r\n"
    slow: Thinkers = app.state.slow
    wait_until(lambda: slow._idle.qsize() == 2, "somebody thinks")
    before = [worker.process.pid for worker in slow._workers]
    with connect(lab) as leaving:
        leaving.sendall(head + b"Content-Length: %d\r\n\r\n" % len(question) + question)
        wait_until(lambda: slow._idle.qsize() == 1, "nobody thinks")
    wait_until(lambda: slow._idle.qsize() == 2, "it does not stop")
    # Its process was told to stop and did: it was not replaced.
    assert [worker.process.pid for worker in slow._workers] == before
