"""Who asks: browsers told apart by a cookie, since a whole class may share one address.

A cookie is a number that cannot be guessed, signed by the lab; so nobody can make one up. Cookies
hold no secret of the lab's: the token is in none of them. Their names are made from the lab's key,
since a browser does not keep the cookies of two labs on one machine apart.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from kinarow.errors import KinarowError
from kinarow.writing import write_whole

SECONDS_KEPT: Final = 30 * 24 * 3600
_KEY_FILE = "sessions.key"
_KEY_BYTES = 32
_SESSION = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{64})")
MOST_NEW: Final = 300
"""Sessions that may be begun from one address in an hour, where others can reach the lab."""
_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Asker:
    """The one who sent a request."""

    name: str
    """What its quotas go by: a session, or an address for all who have none."""
    owner: str = ""
    """What tournaments that it begins are owned by; empty if it has no session yet."""
    has_session: bool = False

    def owns(self, owner: str) -> bool:
        """Whether it may change what belongs to an owner; what belongs to nobody, as tournaments of
        labs that did not ask, anyone may."""
        return not owner or owner == self.owner


@dataclass(slots=True)
class Sessions:
    """The cookies of one lab."""

    key: bytes = field(default_factory=lambda: secrets.token_bytes(_KEY_BYTES), repr=False)
    token: str = field(default="", repr=False)
    most_new: int | None = MOST_NEW
    clock: Callable[[], float] = time.monotonic
    _begun: dict[str, deque[float]] = field(default_factory=dict, repr=False)
    """By address, when sessions were begun in the last hour."""

    @property
    def session_cookie(self) -> str:
        return f"kinarow-session-{self._suffix}"

    @property
    def access_cookie(self) -> str:
        return f"kinarow-access-{self._suffix}"

    @property
    def _suffix(self) -> str:
        return hashlib.sha256(b"name of " + self.key).hexdigest()[:8]

    def asker(self, cookie: str, address: str) -> Asker:
        """Who a request comes from, by its cookie if that is one of ours."""
        found = _SESSION.fullmatch(cookie)
        if not found or not hmac.compare_digest(self._signed("session", found[1]), found[2]):
            return Asker(f"address {address}")
        return Asker(f"session {found[1]}", _owner(found[1]), has_session=True)

    def begin(self, address: str) -> tuple[Asker, str] | None:
        """A new session of somebody at an address, and its cookie; None if that has too many. Its
        first request still counts as one of its address."""
        if self.most_new is not None and not self._has_room(address, self.most_new):
            return None
        number = secrets.token_hex(16)
        asker = Asker(f"address {address}", _owner(number), has_session=True)
        return asker, f"{number}.{self._signed('session', number)}"

    def _has_room(self, address: str, most_new: int) -> bool:
        now = self.clock()
        for other in [other for other, begun in self._begun.items() if begun[-1] < now - _HOUR]:
            del self._begun[other]
        begun = self._begun.setdefault(address, deque(maxlen=most_new))
        if len(begun) == most_new and begun[0] > now - _HOUR:
            return False
        begun.append(now)
        return True

    def is_token(self, shown: str) -> bool:
        return hmac.compare_digest(shown.encode(), self.token.encode())

    def access(self) -> str:
        """The cookie of whoever has shown the token; worth nothing when the token is another."""
        return self._signed("access", self.token)

    def has_access(self, cookie: str) -> bool:
        return hmac.compare_digest(cookie.encode(), self.access().encode())

    def _signed(self, purpose: str, text: str) -> str:
        return hmac.new(self.key, f"{purpose} {text}".encode(), hashlib.sha256).hexdigest()


def _owner(number: str) -> str:
    """What is written into files: it says whose a thing is, and opens nothing."""
    return hashlib.sha256(f"owner {number}".encode()).hexdigest()[:32]


def key_in(folder: Path | None) -> bytes:
    """The key of the lab that keeps its tournaments in a folder, so that after a restart they
    belong to whom they belonged before; without a folder a new one."""
    fresh = secrets.token_bytes(_KEY_BYTES)
    if folder is None:
        return fresh
    file = folder / _KEY_FILE
    try:
        found = file.read_bytes() if file.exists() else b""
        if len(found) == _KEY_BYTES:
            return found
        folder.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        file.touch(0o600)
        write_whole(file, fresh)
    except OSError as error:
        raise KinarowError(f"{file} cannot be used: {error.strerror}") from None
    return fresh
