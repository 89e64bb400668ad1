"""Sessions: cookies that nobody can make up, and whose they are after a restart."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from kinarow.errors import KinarowError
from kinarow.web.hosting.sessions import Asker, Sessions, key_in


def begun(sessions: Sessions, address: str = "192.0.2.1") -> tuple[Asker, str]:
    found = sessions.begin(address)
    assert found is not None
    return found


def test_two_sessions_at_one_address_are_two_askers() -> None:
    sessions = Sessions()
    (one, first), (other, second) = begun(sessions), begun(sessions)
    assert not one.owns(other.owner)
    asking, too = (sessions.asker(cookie, "192.0.2.1") for cookie in (first, second))
    assert asking.name != too.name
    assert asking.owns(one.owner)
    assert not asking.owns(other.owner)
    assert asking.owns("")
    assert first.partition(".")[0] not in asking.owner


def test_what_was_not_given_out_is_no_session() -> None:
    sessions = Sessions()
    _, cookie = begun(sessions)
    number, _, signature = cookie.partition(".")
    for made_up in (
        "", ".", number, f"{number}.", f"{number}.{'0' * 64}", f"{'0' * 32}.{signature}",
        cookie + "0", cookie.upper(), "é.é", cookie + "\n",
    ):  # fmt: skip
        asker = sessions.asker(made_up, "192.0.2.1")
        assert not asker.has_session
        assert (asker.name, asker.owner) == ("address 192.0.2.1", "")
    assert not Sessions().asker(cookie, "192.0.2.1").has_session


def test_an_address_begins_so_many_sessions_an_hour() -> None:
    now = [0.0]
    sessions = Sessions(most_new=3, clock=lambda: now[0])
    for _ in range(3):
        begun(sessions)
        now[0] += 1
    assert sessions.begin("192.0.2.1") is None
    begun(sessions, "192.0.2.2")
    now[0] = 3600.5
    begun(sessions)  # the first is an hour old
    assert sessions.begin("192.0.2.1") is None
    now[0] = 3601.5
    begun(sessions)
    now[0] = 99_999
    begun(sessions)
    assert list(sessions._begun) == ["192.0.2.1"]


def test_the_key_outlasts_the_lab_and_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    key = key_in(folder)
    assert key_in(folder) == key
    assert key_in(None) != key_in(None)
    (file,) = folder.iterdir()
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_bytes(key[:5])  # cut short: its cookies are worth nothing any more
    fresh = key_in(folder)
    assert len(fresh) == len(key)
    assert fresh != key
    file.unlink()
    file.mkdir()
    with pytest.raises(KinarowError, match="cannot be used"):
        key_in(folder)
