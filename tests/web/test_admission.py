"""Who is let in: by token, by the name that the lab is called, by the site that asks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from kinarow.errors import KinarowError
from kinarow.web.app import make_app
from kinarow.web.hosting import serve
from kinarow.web.hosting.hosting import Hosting, hosting, is_loopback
from kinarow.web.lab.own_files import OwnFiles
from kinarow.web.lab.questions import Known
from tests.running import Run
from tests.strategies import SOAKING

TOKEN = "a token of some length"
OPEN = Hosting("0.0.0.0", TOKEN)
COSTLY = [
    "position", "move", "analysis", "exact", "review", "report", "tree", "lesson", "textbook",
    "slides", "opinion", "formula", "weights", "python", "tournaments",
]  # fmt: skip


def visitor(reached: Hosting, base_url: str = "http://localhost:8765") -> TestClient:
    """A browser without cookies; behind it there are no processes that could think."""
    app = make_app(reached)
    app.state.own_files = OwnFiles(Known(), None)  # type: ignore[arg-type]
    return TestClient(app, base_url=base_url)


def test_without_a_token_nothing_is_answered() -> None:
    client = visitor(OPEN)
    for answer in (
        client.get("/"),
        client.get("/index.html"),
        *(client.get(f"/api/v1/{path}") for path in [*COSTLY, "catalogue", "nothing"]),
        *(client.post(f"/api/v1/{path}", json={}) for path in COSTLY),
        client.delete("/api/v1/tournaments/abc"),
    ):
        assert answer.status_code == 403
        assert "this lab wants its token" in answer.text
        assert "set-cookie" not in answer.headers
    assert client.get("/api/v1/formula").json()["error"].startswith("this lab wants")


@pytest.mark.parametrize("shown", ["wrong", "", TOKEN + "x", TOKEN[:-1], "\udcff", "é"])
def test_a_wrong_token_is_refused_in_words(shown: str) -> None:
    client = visitor(OPEN)
    token = shown.encode("utf-8", "surrogateescape")
    for path in ("/", "/api/v1/catalogue"):
        answer = client.get(path, params={"token": token})
        assert answer.status_code == 403
        assert "that is not the token of this lab" in answer.text
        assert "set-cookie" not in answer.headers
    answer = client.get("/api/v1/catalogue", headers={b"Authorization": b"Bearer " + token})
    assert answer.status_code == 403


def test_the_token_is_shown_once_and_then_a_cookie_does() -> None:
    client = visitor(OPEN)
    assert client.get("/", params={"token": TOKEN}).status_code == 200
    assert client.get("/").status_code == 200
    assert client.get("/api/v1/formula").status_code == 200
    assert client.post("/api/v1/formula", json={}).status_code == 200
    # A lab with another token, or with the same one but another key, does not take it.
    for other in (Hosting("0.0.0.0", "another token"), OPEN):
        stranger = visitor(other)
        for cookie in client.cookies.jar:
            mine = re.sub("[0-9a-f]{8}$", "", cookie.name)
            theirs = stranger.app.user_middleware[-1].kwargs["sessions"]  # type: ignore[attr-defined]
            name = next(
                name
                for name in (theirs.access_cookie, theirs.session_cookie)
                if name.startswith(mine)
            )
            stranger.cookies.set(name, cookie.value or "")
        assert stranger.get("/api/v1/formula").status_code == 403


def test_programs_show_the_token_in_a_header() -> None:
    client = visitor(OPEN)
    for kind in ("Bearer", "token"):
        headers = {"Authorization": f"{kind} {TOKEN}"}
        assert visitor(OPEN).get("/api/v1/formula", headers=headers).status_code == 200
    assert client.get("/api/v1/formula", headers={"Authorization": TOKEN}).status_code == 403


@pytest.mark.parametrize("base", ["http://localhost:8765", "https://localhost"])
def test_cookies_are_closed_to_scripts_and_other_sites(base: str) -> None:
    client = visitor(Hosting("0.0.0.0", TOKEN, root_path="/kinarow"), base)
    answer = client.get("/kinarow/api/v1/catalogue", params={"token": TOKEN})
    given = answer.headers.get_list("set-cookie")
    assert len(given) == 2
    for cookie in given:
        assert {"HttpOnly", "SameSite=Strict", "Path=/kinarow"} <= set(cookie.split("; "))
        assert ("Secure" in cookie.split("; ")) == base.startswith("https")
        assert TOKEN not in cookie


def test_files_are_no_secret_and_a_link_to_the_page_opens_it() -> None:
    client = visitor(OPEN)
    assert client.get("/main.js").status_code == 200
    # A browser that follows a link from elsewhere keeps back its cookies, though it may have them.
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/", headers=link).status_code == 200
    assert client.get("/api/v1/catalogue", headers=link).status_code == 403
    embedded = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert client.get("/", headers=embedded).status_code == 403


def test_on_loopback_no_token_is_wanted_unless_it_is_given() -> None:
    assert visitor(Hosting()).get("/api/v1/formula").status_code == 200
    assert visitor(Hosting(token=TOKEN)).get("/api/v1/formula").status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::", "192.0.2.7"])
@pytest.mark.parametrize(
    "name",
    [
        "evil.example", "evil.example:8765", "localhost.evil.example", "203.0.113.9", "",
        "localhost@evil.example", "evil.example@localhost", "localhost/evil", "[::2]", "[", "a b",
        "xn--\xe9", "localhost:99999999",
    ],
)  # fmt: skip
def test_names_that_are_not_the_labs_are_refused(host: str, name: str) -> None:
    client = visitor(Hosting(host))
    for path in ("/", "/main.js", "/api/v1/catalogue"):
        answer = client.get(path, headers={b"Host": name.encode("latin-1")})
        assert answer.status_code == 400
        assert "this lab does not go by the name" in answer.text


def test_names_of_this_machine_and_those_that_are_allowed() -> None:
    client = visitor(Hosting(allowed_hosts=("lab.example.org", "192.0.2.8")))
    for name in (
        "localhost", "LOCALHOST:1", "127.0.0.1:8765", "[::1]:8765", "lab.example.org",
        "lab.example.org.:443", "192.0.2.8",
    ):  # fmt: skip
        answer = client.get("/api/v1/catalogue", headers={"Host": name})
        assert answer.status_code == 200, name
    # Whoever listens everywhere goes by the address at which a request arrives.
    there = visitor(Hosting("0.0.0.0"), "http://192.0.2.7:8765")
    assert there.get("/").status_code == 200
    assert visitor(Hosting("192.0.2.7"), "http://192.0.2.7:8765").get("/").status_code == 200
    assert visitor(Hosting("127.0.0.1"), "http://192.0.2.7:8765").get("/").status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
        {"Sec-Fetch-Site": "nonsense"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:3000"},
        {"Origin": "null"},
    ],
)
def test_other_sites_pages_can_ask_for_nothing_that_costs(headers: dict[str, str]) -> None:
    client, methods = visitor(Hosting()), ("GET", "POST", "DELETE", "HEAD", "OPTIONS")
    for number, path in enumerate([*COSTLY, "catalogue", "openapi.json", "tournaments/abc"]):
        # Every address by every method; in make test, in turns.
        for method in methods if SOAKING else {"GET", methods[number % len(methods)]}:
            answer = client.request(method, f"/api/v1/{path}", headers=headers)
            assert answer.status_code == 403, (method, path)
    assert client.get("/", headers=headers).status_code == 200


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_the_page_and_who_types_an_address_may_ask(site: str) -> None:
    client = visitor(Hosting())
    headers = {"Sec-Fetch-Site": site, "Origin": "http://localhost:8765"}
    assert client.get("/api/v1/formula", headers=headers).status_code == 200
    assert client.post("/api/v1/formula", json={}, headers=headers).status_code == 200


def test_without_token_and_tls_an_address_alone_costs_nothing() -> None:
    """Over plain HTTP a browser does not say that an image of another site's page asks."""
    client = visitor(Hosting("0.0.0.0"))
    for path in COSTLY[:-1]:
        answer = client.get(f"/api/v1/{path}")
        assert answer.status_code == 403
        assert "open the page of the lab first" in answer.json()["error"]
    assert client.post("/api/v1/formula", json={}).status_code == 200
    client.get("/api/v1/catalogue")  # as the page does
    assert client.get("/api/v1/formula").status_code == 200


@pytest.mark.parametrize("prefix", ["", "/kinarow"])
def test_a_lab_below_a_path(prefix: str) -> None:
    """Whether or not the proxy has taken the path off."""
    client = visitor(Hosting(root_path="/kinarow"))
    for path, text in (("/", "kinarow"), ("/main.js", "import"), ("/api/v1/formula", "mathml")):
        answer = client.get(prefix + path)
        assert answer.status_code == 200
        assert text in answer.text
    assert client.get(f"{prefix}/nothing").status_code == 404
    assert client.get(f"{prefix}/api/v1/nothing").status_code == 404
    moved = client.get("/kinarow?token=x", follow_redirects=False)
    assert moved.status_code == 307
    assert moved.headers["location"] == "/kinarow/?token=x"
    refused = client.get(f"{prefix}/api/v1/formula", headers={"Sec-Fetch-Site": "cross-site"})
    assert refused.status_code == 403


def test_who_can_be_reached_by_others_has_a_token() -> None:
    assert not hosting("127.0.0.1").token
    assert not hosting("localhost").token
    made = {hosting(host).token for host in ("0.0.0.0", "::", "192.0.2.7", "lab.example.org")}
    made.add(hosting("127.0.0.1", proxies=("127.0.0.1",)).token)
    assert len(made) == 5
    assert all(len(token) >= 32 for token in made)
    assert not hosting("0.0.0.0", without_token=True).token
    assert hosting("0.0.0.0", token="long enough").token == "long enough"
    assert "long enough" not in repr(hosting("0.0.0.0", token="long enough"))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"token": "short"}, "at least 8 printable characters"),
        ({"token": ""}, "at least 8 printable characters"),
        ({"token": "with\nnew lines"}, "printable"),
        ({"token": TOKEN, "without_token": True}, "not both"),
        ({"allowed_hosts": ("http://lab.example",)}, "not a name of a host"),
        ({"allowed_hosts": ("lab.example:80",)}, "not a name of a host"),
        ({"allowed_hosts": ("Lab.example",)}, "small letters"),
        ({"allowed_hosts": ("*",)}, "not a name of a host"),
        ({"allowed_hosts": ("",)}, "not a name of a host"),
        ({"root_path": "kinarow"}, "not a path"),
        ({"root_path": "/kinarow/"}, "not a path"),
        ({"root_path": "/a/../b"}, "not a path"),
        ({"root_path": "/a;b\r\n"}, "not a path"),
        ({"proxies": ("proxy.example",)}, "not the address of a proxy"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(KinarowError, match=words):
        hosting("0.0.0.0", **settings)


def test_addresses_that_are_printed() -> None:
    assert Hosting().url(80) == "http://127.0.0.1:80"
    assert Hosting("::1").url(80) == "http://[::1]:80"
    assert Hosting("192.0.2.7", "a&b c+d ü").url(80) == (
        "http://192.0.2.7:80/?token=a%26b%20c%2Bd%20%C3%BC"
    )
    behind = Hosting(
        token=TOKEN, allowed_hosts=("lab.example",), proxies=("127.0.0.1",), root_path="/four"
    )
    assert behind.url(80).startswith("https://lab.example/four/?token=")


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1", True), ("127.1.2.3", True), ("::1", True), ("localhost", True),
        ("::ffff:127.0.0.1", True), ("0.0.0.0", False), ("::", False), ("10.0.0.1", False),
        ("localhost.example", False),
    ],
)  # fmt: skip
def test_loopback(host: str, is_ours: bool) -> None:
    assert is_loopback(host) == is_ours


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Hosting]:
    """How `kinarow lab` would serve."""
    found: list[Hosting] = []

    def note(reached: Hosting, port: int, announce: Callable[[str], None], **_: object) -> None:
        found.append(reached)
        announce(f"at {reached.url(port)}")

    monkeypatch.setattr(serve, "serve", note)
    return found


def test_the_command_prints_a_token_or_a_warning(
    run: Run, served: list[Hosting], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = ("--keep", str(tmp_path), "--port", "80")
    assert run("lab", *keep).out == "at http://127.0.0.1:80\n"
    assert re.search(r"/\?token=[\w-]{32}\n", run("lab", *keep, "--host", "192.0.2.7").out)
    warned = run("lab", *keep, "--host", "192.0.2.7", "--no-token")
    assert warned.out == "at http://192.0.2.7:80\n"
    assert "warning: everyone who can reach this lab may use it" in warned.err
    behind = run("lab", *keep, "--behind-proxy", "--allowed-host", "a.b", "--root-path", "/k")
    assert behind.out.startswith("at https://a.b/k/?token=")
    assert [*served[-1].proxies] == ["127.0.0.1"]
    run("lab", *keep, "--behind-proxy", "192.0.2.1", "--behind-proxy", "192.0.2.2")
    assert [*served[-1].proxies] == ["192.0.2.1", "192.0.2.2"]
    monkeypatch.setenv("KINAROW_TOKEN", "of the environment")
    assert "?token=of%20the%20environment" in run("lab", *keep).out
    refused = run("lab", *keep, "--no-token")
    assert (refused.code, refused.out) == (2, "")
    assert "not both" in refused.err
