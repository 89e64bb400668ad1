"""How a lab can be reached: by whom, under which names, and through what."""

from __future__ import annotations

import re
import secrets
import socket
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import quote

from kinarow.errors import KinarowError, shortened

LOOPBACK = "127.0.0.1"
_LOOPBACK_NAMES = ("localhost", LOOPBACK, "::1")
_EVERY_ADDRESS = ("0.0.0.0", "::")
_SHORTEST_TOKEN = 8
_TOKEN_BYTES = 24
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")
_ROOT_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*")


@dataclass(frozen=True, slots=True)
class Hosting:
    """Where a lab listens, and whom it serves."""

    host: str = LOOPBACK
    token: str = field(default="", repr=False)
    """What a visitor has to show; empty: nothing."""
    allowed_hosts: tuple[str, ...] = ()
    """Names that it is known by, besides those of this machine."""
    proxies: tuple[str, ...] = ()
    """Addresses of reverse proxies, whose word on who asks and how is taken."""
    root_path: str = ""
    """Where it is on a server that holds other things too, such as /kinarow."""

    def __post_init__(self) -> None:
        if self.token and (len(self.token) < _SHORTEST_TOKEN or not self.token.isprintable()):
            raise KinarowError(f"a token must have at least {_SHORTEST_TOKEN} printable characters")
        for name in self.allowed_hosts:
            if name != as_name(name) or not (_NAME.fullmatch(name) or as_address(name)):
                raise KinarowError(
                    f"{shortened(name)!r} is not a name of a host: write it in small letters, "
                    "without http:// and without a port, such as lab.example.org"
                )
        if not _ROOT_PATH.fullmatch(self.root_path) or "/." in self.root_path:
            raise KinarowError(
                f"{shortened(self.root_path)!r} is not a path such as /kinarow: it begins with a "
                "slash and ends without one"
            )

    @property
    def is_open(self) -> bool:
        """Whether others than the people at this machine can reach it."""
        return bool(self.proxies) or not is_loopback(self.host)

    def knows(self, name: str, arrived_at: str) -> bool:
        """Whether a request may call the lab so. A page whose own name is made to point here, which
        a browser would let read everything, comes with a name that is not ours; `arrived_at` is the
        address that the connection was made to."""
        name = as_name(name)
        if name in _LOOPBACK_NAMES or name in self.allowed_hosts or name == as_name(self.host):
            return True
        if self.host not in _EVERY_ADDRESS:
            return False
        return name == socket.gethostname().lower() or name == as_name(arrived_at)

    def url(self, port: int) -> str:
        """The address to give to people, with the token."""
        token = f"/?token={quote(self.token, safe='')}" if self.token else ""
        if self.proxies and self.allowed_hosts:
            return f"https://{_in_address(self.allowed_hosts[0])}{self.root_path}{token}"
        name = socket.gethostname() if self.host in _EVERY_ADDRESS else self.host
        return f"http://{_in_address(name)}:{port}{self.root_path}{token}"


def hosting(
    host: str,
    *,
    token: str | None = None,
    without_token: bool = False,
    allowed_hosts: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
    root_path: str = "",
) -> Hosting:
    """How a lab is to be reached. One that others can reach has a token, made up if none is given,
    unless it is said to do without."""
    if token is not None and without_token:
        raise KinarowError("give --token or --no-token, not both")
    for proxy in proxies:
        if as_address(proxy) is None:
            raise KinarowError(f"{shortened(proxy)!r} is not the address of a proxy")
    if token == "":
        raise KinarowError(f"a token must have at least {_SHORTEST_TOKEN} printable characters")
    asked = Hosting(host, token or "", allowed_hosts, proxies, root_path)
    if not asked.is_open or token or without_token:
        return asked
    return Hosting(host, secrets.token_urlsafe(_TOKEN_BYTES), allowed_hosts, proxies, root_path)


def _in_address(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what listens there."""
    found = as_address(host)
    return host == "localhost" if found is None else found.is_loopback


def as_name(host: str) -> str:
    """A host as it is compared: small letters, no brackets, no dot at the end."""
    return host.lower().removeprefix("[").removesuffix("]").removesuffix(".")


def as_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is, if it is one; one of IPv4 that is written as IPv6 is the same."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
