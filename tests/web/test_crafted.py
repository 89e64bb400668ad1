"""Crafted requests, byte by byte: whatever is sent, nothing breaks in the lab."""

from __future__ import annotations

import re
import socket
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.strategies import examples

METHODS = ["GET", "POST", "HEAD", "DELETE", "OPTIONS", "PUT", "TRACE", "get", "X" * 300]
PATHS = [
    "/", "/index.html", "/main.js", "//", "/..", "/%2e%2e/%2e%2e/etc/passwd", "/%00", "/%ff%fe",
    "/main.js/", "/main.js%00.css", "/static", "/~", "/api", "/api/", "/api/v1", "/api/v1/",
    "/api/v1/position", "/api/v1/position/", "/api/v1/formula", "/api/v1/weights",
    "/api/v1/python", "/api/v1/catalogue", "/api/v1/tournaments", "/api/v1/tournaments/",
    "/api/v1/tournaments/%00", "/api/v1/tournaments/abc", "/api/v1/tournaments/..%2f..",
    "/api/v1/tournaments/\u00e9", "http://localhost/api/v1/formula", "*", "/" + "a" * 5000,
]  # fmt: skip
QUERIES = [
    "", "?", "?token", "?token=", "?token=%ff", "?first=-1", "?first=1e9", "?count=0",
    "?first=" + "9" * 400, "?count=nan", "?eval=%00", "?eval=learned&game=place:20x20:5",
    "?game=%F0%9F%98%80", "?moves=" + "1" * 2000,
    "?" + "a=b&" * 300, "?game=place:20x20:5&moves=a1", "?evaluator={}", "?%ff=%ff", "?a=b;c=d",
]  # fmt: skip
NAMES = [
    "Origin", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Cookie", "Authorization", "X-Forwarded-For",
    "X-Forwarded-Proto", "X-Forwarded-Host", "Content-Type", "Range", "If-None-Match",
    "If-Modified-Since", "Accept-Encoding", "Expect", "Upgrade",
]  # fmt: skip
VALUES = [
    "", "x", "null", "http://[", "http://localhost", "same-origin", "cross-site", "navigate",
    "Bearer", "Bearer \u00e9", "bytes=0-", "bytes=9-1", "bytes=-99999999999", "bytes=a-b",
    "bytes=" + "0-1," * 500, "*", '"', "Thu, 32 Foo 99999 99:99:99 GMT", "chunked",
    "100-continue", "websocket", "-1", "5", "99999999999999999999", "; ; =;a", "=" * 500,
    "kinarow-session-00000000=" + "0" * 97, "[::1", "999.999.999.999", "1.1.1.1," * 200,
]  # fmt: skip
HOSTS = ["localhost", "localhost:1", "127.0.0.1", "[::1]", "evil", "", "[", "\u00e9", "a" * 400]
BODIES = [
    b"", b"{}", b"[]", b"{", b"null", b"1e999", b'{"moves": 1e999}', b'{"first": -0.0}',
    b'{"depth": 1e400}', b'{"seconds": NaN}', b'{"evaluator": {"terms": {}}}',
    b'{"state": "paused"}', b'{"players": [{}, {}]}', b'{"players": [{"player": {}}]}',
    b'{"players": ["random", "first-legal"], "rounds": 0}', b'{"game": "drop:0x0:0"}', b"\xff" * 9,
    b'{"evaluator": ' + b"[" * 900 + b"]" * 900 + b"}", b'{"a": "\\ud800"}',
    b'{"moves": "' + b"4" * 900 + b'"}', b'{"game": "place:' + b"9" * 900 + b'x1:1"}',
    b'{"count": 1e308, "first": 5}', b'{"eval": "\\u0000"}',
]  # fmt: skip


def text(known: list[str]) -> st.SearchStrategy[bytes]:
    drawn = st.text(st.characters(codec="latin-1", exclude_characters="\r\n"), max_size=20)
    return (st.sampled_from(known) | drawn).map(lambda word: word.encode("utf-8"))


def answer_to(lab: str, sent: bytes) -> bytes:
    at = urlsplit(lab)
    with socket.create_connection((str(at.hostname), at.port or 0), 600) as connection:
        read = b""
        try:
            connection.sendall(sent)
            while chunk := connection.recv(65536):
                read += chunk
        except OSError:
            pass  # hung up on, which is an answer too
    return read


@settings(max_examples=examples(2000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.sampled_from(METHODS),
    path=st.sampled_from(PATHS) | st.text(max_size=9).map(lambda end: f"/api/v1/{end}"),
    query=st.sampled_from(QUERIES),
    host=st.sampled_from(HOSTS[:4]) | st.sampled_from(HOSTS),
    headers=st.lists(st.tuples(st.sampled_from(NAMES), text(VALUES)), max_size=3),
    body=st.sampled_from(BODIES) | st.binary(max_size=30),
)
@example("GET", "/api/v1/tournaments", "?first=" + "9" * 400, "localhost", [], b"")
@example("POST", "/api/v1/tournaments", "", "localhost", [], b'{"rounds": 1e400}')
@example("GET", "/main.js", "", "localhost", [("Range", b"bytes=" + b"0-1," * 500)], b"")
@example("POST", "/api/v1/position", "", "localhost", [("Origin", b"http://[")], b"{}")
def test_nothing_that_is_sent_breaks_the_lab(
    lab: str,
    method: str,
    path: str,
    query: str,
    host: str,
    headers: list[tuple[str, bytes]],
    body: bytes,
) -> None:
    lines = [f"{method} {path}{query} HTTP/1.1".encode(), b"Host: " + host.encode()]
    lines += [name.encode() + b": " + value for name, value in headers]
    lines += [b"Connection: close", b"Content-Length: %d" % len(body), b"", body]
    answer = answer_to(lab, b"\r\n".join(lines))
    status = re.match(rb"HTTP/1\.1 (\d{3})", answer)
    assert status or not answer
    assert not status or status[1] not in (b"500", b"502"), lines
    assert b"Traceback" not in answer


@pytest.mark.parametrize("sent", [b"\x00" * 50, b"GET\r\n\r\n", b"GET / HTTP/9\r\n\r\n"])
def test_what_is_no_request(lab: str, sent: bytes) -> None:
    assert b" 500 " not in answer_to(lab, sent)
