"""The command line, Python and the lab play the same games and tell the same of them."""

from __future__ import annotations

import pytest
from httpx2 import Client

import kinarow
from tests.running import Run
from tests.web.running import finished_tournament

ALIKE = ["alphabeta:depth=2,nodes=900", "alphabeta:eval=center-window,depth=1,nodes=900"]


@pytest.mark.parametrize(
    "players", [ALIKE, [ALIKE[0], "random"], [*ALIKE, "random"]],
    ids=["no chance", "chance in every game", "chance in some games"],
)  # fmt: skip
def test_a_tournament_is_the_same_everywhere(players: list[str], run: Run, client: Client) -> None:
    by_command = run("tournament", *players, "--rounds", "3", "--seed", "7", "--json").json
    by_python = kinarow.play_tournament(players, rounds=3, seed=7)
    in_the_lab = finished_tournament(client, {"players": players, "rounds": 3, "seed": 7})
    assert by_command == by_python.to_json()
    for encounter in in_the_lab["encounters"]:
        del encounter["sprt"]  # how a test would judge it, which the others are not asked
    assert {key: in_the_lab[key] for key in by_command} == by_command
    assert in_the_lab["records"] == [game.to_json() for game in by_python.games]


def test_a_match_is_a_tournament_of_two(run: Run) -> None:
    match = run("match", *ALIKE, "--games", "6", "--seed", "7", "--json").json
    by_python = kinarow.play_match(*ALIKE, games=6, seed=7)
    records = match.pop("records")
    assert match == by_python.to_json()
    assert records == [game.to_json() for game in by_python.games]
    (encounter,) = kinarow.play_tournament(ALIKE, rounds=3, seed=7).encounters()
    assert match == encounter.to_json()
