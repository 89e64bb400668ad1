"""A token guessed wrong a thousand times: few of the guesses are looked at, and nobody who was let
in is kept out."""

from __future__ import annotations

from functools import partial

import pytest
from starlette.testclient import TestClient

from kinarow.web.app import make_app
from kinarow.web.hosting import wrong_tokens as guesses
from kinarow.web.hosting.hosting import Hosting
from kinarow.web.hosting.sessions import Sessions
from kinarow.web.hosting.wrong_tokens import AT_ONCE, SECONDS_EACH, Guesses
from tests.web.test_admission import OPEN, TOKEN, visitor

CATALOGUE = "/api/v1/catalogue"


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tokens that were compared with the lab's."""
    found: list[str] = []
    compare = Sessions.is_token

    def is_token(sessions: Sessions, shown: str) -> bool:
        found.append(shown)
        return compare(sessions, shown)

    monkeypatch.setattr(Sessions, "is_token", is_token)
    return found


def test_of_a_thousand_guesses_few_are_looked_at(
    looked_at: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kinarow.web.hosting.admission.Guesses", partial(Guesses, lambda: 1000.0))
    client = visitor(OPEN)
    answers = [client.get(CATALOGUE, params={"token": f"guess {n}"}) for n in range(1000)]
    assert len(looked_at) == AT_ONCE
    assert {answer.status_code for answer in answers[:AT_ONCE]} == {403}
    assert {answer.status_code for answer in answers[AT_ONCE:]} == {429}
    last = answers[-1]
    assert "too many wrong tokens" in last.json()["error"]
    assert 0 <= int(last.headers["Retry-After"]) <= SECONDS_EACH
    # Nor does anybody learn then which one would have been right.
    assert client.get(CATALOGUE, params={"token": TOKEN}).status_code == 429
    assert client.get("/", params={"token": TOKEN}).status_code == 429


def test_whoever_was_let_in_stays_in(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("kinarow.web.hosting.admission.Guesses", partial(Guesses, lambda: now[0]))
    app = make_app(OPEN)
    app.state.own_files = visitor(OPEN).app.state.own_files  # type: ignore[attr-defined]

    def client(address: str) -> TestClient:
        return TestClient(app, base_url="http://localhost:8765", client=(address, 50000))

    owner, attacker, elsewhere = client("10.0.0.1"), client("10.0.0.1"), client("10.0.0.2")
    assert owner.get("/", params={"token": TOKEN}).status_code == 200
    for number in range(AT_ONCE + 3):
        attacker.get(CATALOGUE, params={"token": f"guess {number}"})
    assert attacker.get(CATALOGUE, params={"token": TOKEN}).status_code == 429
    # By the cookie, with whatever token; from any other address; and after a while from this one.
    assert owner.get(CATALOGUE).status_code == 200
    assert owner.get(CATALOGUE, params={"token": TOKEN}).status_code == 200
    assert elsewhere.get(CATALOGUE, params={"token": TOKEN}).status_code == 200
    assert attacker.get(CATALOGUE).status_code == 403
    now[0] += SECONDS_EACH + 1
    assert attacker.get(CATALOGUE, params={"token": TOKEN}).status_code == 200


def test_right_tokens_cost_nothing(looked_at: list[str]) -> None:
    """Programs show theirs with every question."""
    client = visitor(Hosting("0.0.0.0", TOKEN))
    for _ in range(3 * AT_ONCE):
        client.cookies.clear()
        answer = client.get(CATALOGUE, headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200


def test_wrong_tokens_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    found = Guesses(lambda: now[0])
    looked = 0
    for now[0] in range(3600):
        if not found.seconds_to_wait("a"):
            looked += 1
            found.was_wrong("a")
    assert looked == AT_ONCE + 3600 // SECONDS_EACH - 1
    now[0] += AT_ONCE * SECONDS_EACH
    for _ in range(AT_ONCE):
        assert not found.seconds_to_wait("a")
        found.was_wrong("a")
    assert found.seconds_to_wait("a") == SECONDS_EACH
    monkeypatch.setattr(guesses, "_MOST_ADDRESSES", 5)
    for number in range(20):
        found.was_wrong(str(number))
    assert len(found._free_at) == 5
