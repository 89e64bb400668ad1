"""Who is let in: by the name that a request calls the lab, the site that sends it, the token."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kinarow.errors import shortened
from kinarow.web.hosting.connections import network_of
from kinarow.web.hosting.hosting import Hosting
from kinarow.web.hosting.sessions import SECONDS_KEPT, Asker, Sessions
from kinarow.web.hosting.wrong_tokens import Guesses

_API = "/api/v1/"
_DOCUMENTS = ("/", "/index.html")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")
_CHEAP = ("catalogue", "openapi.json", "tournaments")
"""What may be asked for by an address alone: it costs nothing, and a page begins with it."""
_BEGINS_SESSIONS: Final = ("catalogue", "tournaments")
_MOST_OF_ONE = 300
_MOST_FROM_ADDRESS = 700
"""Requests that are being answered: of one session, or of all at an address that have none; and of
everyone at an address."""


class RootPath:
    """A lab below a path of a server with other things, whether or not a proxy takes that path off
    what it passes on."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app, self.root_path = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self.root_path:
            await self.app(scope, receive, send)
        elif scope["path"] == self.root_path:  # the page's files are found beside a slash
            query = scope["query_string"].decode("latin-1")
            there = self.root_path + "/" + (f"?{query}" if query else "")
            await RedirectResponse(there)(scope, receive, send)
        else:
            path = scope["path"]
            if not path.startswith(self.root_path + "/"):
                path = self.root_path + path
            await self.app({**scope, "path": path, "root_path": self.root_path}, receive, send)


class Admission:
    """Lets a request in, and says who sent it; or refuses it in words."""

    def __init__(self, app: ASGIApp, hosting: Hosting, sessions: Sessions) -> None:
        self.app = app
        self._hosting = hosting
        self._sessions = sessions
        self._guesses = Guesses()
        self._asking: Counter[str] = Counter()
        """By who asks and by address, requests that are being answered."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        visit = _Visit(scope, self._sessions)
        refusal = self._refusal(visit)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        cookies = self._admitted(visit)
        scope.setdefault("state", {})["asker"] = visit.asker

        async def send_with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                for cookie in cookies:
                    MutableHeaders(scope=message).append("Set-Cookie", cookie)
            await send(message)

        counted = visit.asker.name, visit.address
        self._asking.update(counted)
        try:
            await self.app(scope, receive, send_with_cookies)
        finally:
            self._asking.subtract(counted)
            for name in counted:
                if not self._asking[name]:
                    del self._asking[name]

    def _refusal(self, visit: _Visit) -> Response | None:
        """Why a request is not answered, if it is not."""
        if not self._hosting.knows(visit.host, visit.arrived_at):
            words = (
                f"this lab does not go by the name {shortened(visit.netloc)!r}: start it with "
                "--allowed-host NAME if it should"
            )
            return visit.refused(400, words)
        if visit.is_foreign:
            return visit.refused(403, "requests from other sites are refused")
        wait = self._guesses.seconds_to_wait(visit.address) if visit.shown is not None else 0.0
        if self._sessions.token and not self._may_enter(visit, wait):
            if wait:
                words = f"too many wrong tokens came from your address: wait {wait:.0f} s"
                return visit.refused(429, words, {"Retry-After": f"{wait:.0f}"})
            wrong = visit.shown is not None
            words = (
                f"{'that is not the token of this lab' if wrong else 'this lab wants its token'}: "
                "open the address that it printed when it was started, or ask who runs it"
            )
            return visit.refused(403, words)
        if visit.costs_by_address_alone and self._hosting.is_open and not self._sessions.token:
            # Over plain HTTP browsers do not say which site a request comes from; but a cookie that
            # other sites' requests do not carry does.
            return visit.refused(403, "open the page of the lab first, or ask by POST")
        if self._asking[visit.asker.name] >= _MOST_OF_ONE:
            return visit.refused(503, "you ask too much at once")
        if self._asking[visit.address] >= _MOST_FROM_ADDRESS:
            return visit.refused(503, "too much is asked at once from your address")
        return None

    def _may_enter(self, visit: _Visit, wait: float) -> bool:
        if visit.shown is not None:
            if wait:  # the token is not even looked at, so that nobody learns whether it was right
                return self._sessions.has_access(visit.access)
            if self._sessions.is_token(visit.shown):
                return True
            self._guesses.was_wrong(visit.address)
            return False
        return visit.needs_no_token or self._sessions.has_access(visit.access)

    def _admitted(self, visit: _Visit) -> list[str]:
        """The cookies that a visitor is given."""
        given = {}
        if self._sessions.token and visit.shown is not None:
            given[self._sessions.access_cookie] = self._sessions.access()
        if visit.begins_session and (begun := self._sessions.begin(visit.address)):
            visit.asker, given[self._sessions.session_cookie] = begun
        terms = f"Max-Age={SECONDS_KEPT}; Path={self._hosting.root_path or '/'}"
        terms += "; HttpOnly; SameSite=Strict" + ("; Secure" if visit.is_secure else "")
        return [f"{name}={value}; {terms}" for name, value in given.items()]


class _Visit:
    """What a request says of itself."""

    def __init__(self, scope: Scope, sessions: Sessions) -> None:
        headers = Headers(scope=scope)
        path: str = scope["path"]
        self.path = path.removeprefix(scope.get("root_path", ""))
        self.method: str = scope["method"]
        self.is_secure = scope["scheme"] == "https"
        self.netloc = headers.get("host", "")
        self.arrived_at = str((scope.get("server") or ("",))[0])
        self.address = network_of(str((scope.get("client") or ("",))[0]))
        self.origin = headers.get("origin")
        self.site = headers.get("sec-fetch-site")
        self.mode = headers.get("sec-fetch-mode")
        cookies = _cookies(headers)
        self.access = cookies.get(sessions.access_cookie, "")
        self.shown = _shown_token(headers, scope["query_string"])
        self.asker: Asker = sessions.asker(cookies.get(sessions.session_cookie, ""), self.address)

    @property
    def host(self) -> str:
        """The name that it calls the lab by, without the port."""
        found = _HOST.fullmatch(self.netloc)
        return found[1] if found else ""

    @property
    def asked(self) -> str:
        """What of the API is asked, or nothing."""
        return self.path.removeprefix(_API) if self.path.startswith(_API) else ""

    @property
    def is_foreign(self) -> bool:
        """Whether another site's page had a browser send it, to what that may not ask for. A link
        to the page is for everyone."""
        if self.method in ("GET", "HEAD") and not self.path.startswith("/api/"):
            return False
        if self.origin is not None and not _is_of(self.origin, self.netloc):
            return True
        return self.site not in (None, "same-origin", "none")

    @property
    def needs_no_token(self) -> bool:
        """Files that everyone has who has kinarow; and the page for who follows a link to it, since
        a browser keeps back its cookies then. It can show nothing without them."""
        if self.method not in ("GET", "HEAD") or self.path.startswith("/api/"):
            return False
        follows_link = self.mode == "navigate" and self.site in ("cross-site", "same-site")
        return self.path not in _DOCUMENTS or follows_link

    @property
    def costs_by_address_alone(self) -> bool:
        is_plain = self.method in ("GET", "HEAD") and self.site is None
        costs = bool(self.asked) and self.asked.partition("/")[0] not in _CHEAP
        return is_plain and costs and not self.asker.has_session

    @property
    def begins_session(self) -> bool:
        return not self.asker.has_session and self.asked in _BEGINS_SESSIONS

    def refused(
        self, status: int, words: str, headers: Mapping[str, str] | None = None
    ) -> Response:
        if self.path in _DOCUMENTS:
            page = f"<!doctype html><title>kinarow lab</title><p>{html.escape(words)}.</p>"
            return HTMLResponse(page, status, headers)
        return JSONResponse({"error": words}, status, headers)


def _is_of(origin: str, netloc: str) -> bool:
    try:
        return urlsplit(origin).netloc == netloc
    except ValueError:  # no address at all, such as http://[
        return False


def _cookies(headers: Headers) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in headers.getlist("cookie"):
        for part in line.split(";"):
            name, _, value = part.strip().partition("=")
            found.setdefault(name, value)
    return found


def _shown_token(headers: Headers, query: bytes) -> str | None:
    """The token that a request shows, in its address or as programs do."""
    kind, _, value = headers.get("authorization", "").partition(" ")
    if kind.lower() in ("bearer", "token"):
        return value.strip()
    for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name == "token":
            return value
    return None
