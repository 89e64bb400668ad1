"""A lab behind a reverse proxy with TLS, as people host it."""

from __future__ import annotations

import http.client
import json
import ssl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from kinarow.web import app as app_module
from kinarow.web.app import make_app
from kinarow.web.hosting.hosting import Hosting
from kinarow.web.lab import routes
from kinarow.web.lab.worker_pool import Thinkers
from tests.running import wait_until
from tests.web.proxies import NAME, NGINX, OPENSSL, make_certificate, nginx, small_proxy
from tests.web.running import running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not OPENSSL, reason="makes a certificate with openssl"),
]

TOKEN = "a token of some length"
ROOT = "/kinarow"
HOSTING = Hosting(token=TOKEN, allowed_hosts=(NAME,), proxies=("127.0.0.1",), root_path=ROOT)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("proxy")
    made.chmod(0o755)
    make_certificate(made)
    return made


@pytest.fixture(scope="module")
def lab() -> Iterator[tuple[str, Starlette]]:
    with pytest.MonkeyPatch.context() as patch:
        for count in ("_INSTANT", "_QUICK", "_SLOW"):
            patch.setattr(app_module, count, 1)
        patch.setattr(routes, "_SECONDS", replace(routes._SECONDS, most=10_000))
        patch.setattr(Hosting, "is_open", False)  # half as many processes are enough here
        app = make_app(HOSTING)
        with running(app, HOSTING) as address:
            yield address, app


@pytest.fixture(params=["small", "nginx"])
def port(request: Any, lab: tuple[str, Starlette], folder: Path) -> Iterator[int]:
    if request.param == "nginx" and not NGINX:
        pytest.skip("nginx is not installed")
    proxy = nginx if request.param == "nginx" else small_proxy
    with proxy(lab[0], ROOT, folder) as found:
        yield found


class Browser:
    """Asks through the proxy, and keeps cookies as a browser would."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port = port
        self.trusts = ssl.create_default_context(cafile=folder / "certificate.pem")
        self.cookies: dict[str, str] = {}
        self.given: list[str] = []
        self.connection: _Named | None = None

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        if self.connection is not None:
            self.connection.close()

    def ask(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> http.client.HTTPResponse:
        self.leave()
        connection = _Named(self.port, self.trusts)
        sent = {"Host": f"{NAME}:{self.port}", **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        data = None if body is None else json.dumps(body).encode()
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        self.connection = connection
        self.given = answer.headers.get_all("set-cookie") or []
        for cookie in self.given:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer


class _Named(http.client.HTTPSConnection):
    """A connection to this machine under the name of the certificate."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        super().__init__("127.0.0.1", port, timeout=600, context=context)
        self._trusts = context

    def connect(self) -> None:
        http.client.HTTPConnection.connect(self)
        self.sock = self._trusts.wrap_socket(self.sock, server_hostname=NAME)


def test_the_lab_behind_a_proxy(port: int, folder: Path) -> None:
    with Browser(port, folder) as browser:
        assert browser.ask("GET", f"{ROOT}/").status == 403
        page = browser.ask("GET", f"{ROOT}/?token={TOKEN.replace(' ', '%20')}")
        assert page.status == 200
        assert b"kinarow" in page.read()
        assert browser.given
        assert all(f"Path={ROOT};" in cookie and "Secure" in cookie for cookie in browser.given)
        assert browser.ask("GET", f"{ROOT}/main.js").status == 200
        assert browser.ask("GET", f"{ROOT}/api/v1/catalogue").status == 200
        assert len(browser.cookies) == 2
        own = {"Origin": f"https://{NAME}:{port}", "Sec-Fetch-Site": "same-origin"}
        answer = browser.ask("POST", f"{ROOT}/api/v1/position", {"moves": "44"}, **own)
        assert json.loads(answer.read())["explanation"]["score"] == -30
        foreign = {"Origin": "https://evil.example"}
        assert browser.ask("POST", f"{ROOT}/api/v1/position", {}, **foreign).status == 403


def test_streams_pass_as_they_are_found(
    port: int, folder: Path, lab: tuple[str, Starlette]
) -> None:
    """The first line is there while the lab still thinks about the rest; and when the one who asked
    is gone, so is what it asked for."""
    question = {"game": "gomoku", "moves": "h8", "depth": 30, "seconds": 10_000}
    slow: Thinkers = lab[1].state.slow
    with Browser(port, folder) as browser:
        access = {"Authorization": f"Bearer {TOKEN}"}
        answer = browser.ask("POST", f"{ROOT}/api/v1/analysis", question, **access)
        assert answer.status == 200
        assert json.loads(answer.readline())["depth"] == 1
        assert slow._idle.empty()
        answer.close()
    wait_until(lambda: not slow._idle.empty(), "it still thinks")


def test_only_a_proxy_is_believed() -> None:
    """What it says of others counts where the lab was told of it, and nowhere else."""
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.77"}
    for hosting, is_believed in (
        (HOSTING, True),
        (Hosting(token=TOKEN), False),
        (Hosting(token=TOKEN, proxies=("192.0.2.1",)), False),
    ):
        seen: list[Any] = []

        async def look(scope: Any, receive: Any, send: Any, seen: list[Any] = seen) -> None:
            if scope["type"] == "http":
                seen.append((scope["scheme"], scope["client"][0]))
                await send({"type": "http.response.start", "status": 204, "headers": []})
                await send({"type": "http.response.body"})

        with running(look, hosting) as address:
            connection = http.client.HTTPConnection(address.removeprefix("http://"))
            connection.request("GET", "/", headers=forwarded)
            connection.getresponse().read()
            connection.close()
        assert seen == [("https", "192.0.2.77") if is_believed else ("http", "127.0.0.1")]
