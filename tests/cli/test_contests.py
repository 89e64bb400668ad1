"""`kinarow match`, `tournament`, `standings` and `export games`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import KINAROW, Run, games_in, kinarow_noting, wait_until


def test_the_courses_grading(run: Run) -> None:
    done = run("match", "alphabeta:depth=4", "--against", "course", "--json").json
    assert done["games"] == done["distinct"] == 20
    assert done["points"] >= 15
    again = run("match", "alphabeta:depth=4", "--against", "course", "--json").json
    assert [r["moves"] for r in again["records"]] == [r["moves"] for r in done["records"]]
    text = run("match", "first-legal", "--against", "course").out
    assert "monte-carlo:playouts=1000,seed=5: Wins:" in text
    assert text.splitlines()[-1].endswith("/20")


def test_a_sequential_test_ends_a_match_early(run: Run) -> None:
    arguments = ["alphabeta:depth=3", "random", "--games", "400", "--sprt", "elo0=0,elo1=50"]
    out = run("match", *arguments).out
    assert "H1 accepted" in out
    assert "LLR: " in out
    assert "(-2.94, 2.94) [0.00, 50.00]" in out
    result = run("match", *arguments, "--json").json
    assert result["sprt"]["verdict"] == "H1"
    assert result["games"] < 400


def test_a_tournament_its_store_and_its_exports(run: Run, tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    players = ["alphabeta:depth=2", "random", "fixed-order"]
    first = run("tournament", *players, "--rounds", "3", "--store", store, "--json").json
    assert first["games"] == 18
    assert first["standings"][0]["player"] == "alphabeta:eval=open-lines,depth=2"
    more = run("tournament", *players, "--rounds", "5", "--store", store, "--json").json
    assert more["games"] == 30
    table = run("standings", store)
    assert "alphabeta:eval=open-lines,depth=2" in table.out
    assert "Ptnml(0-2): [" in table.out
    assert run("standings", store, "--json").json["games"] == 30
    lines = run("export", "games", store).out.splitlines()
    assert len(lines) == 30
    assert {"moves", "scores", "seconds", "seed", "version", "reason"} <= json.loads(
        lines[0]
    ).keys()
    assert run("export", "games", store, "--format", "pgn").out.count("[Result") == 30
    assert len(run("export", "games", store, "--format", "csv").out.splitlines()) == 31


def test_a_gauntlet_and_openings_of_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "openings"
    file.write_text("# two\n44\n\n4433\n")
    done = run(
        "tournament", "alphabeta:depth=2", "fixed-order", "first-legal", "--gauntlet",
        "--rounds", "2", "--openings", str(file), "--json",
    ).json  # fmt: skip
    assert [(e["a"], e["b"]) for e in done["encounters"]] == [
        ("alphabeta:eval=open-lines,depth=2", "fixed-order"),
        ("alphabeta:eval=open-lines,depth=2", "first-legal"),
    ]
    file.write_text("44\n999\n")
    wrong = run("match", "random", "first-legal", "--openings", str(file))
    assert wrong.code == 2
    assert "line 2" in wrong.err


def test_all_openings_of_some_plies_even_ones_first(run: Run, tmp_path: Path) -> None:
    arguments = ["fixed-order", "first-legal", "--games", "6", "--openings", "4", "--json"]
    records = run("match", *arguments).json["records"]
    starts = [record["moves"][:4] for record in records]
    assert len(set(starts)) == 3
    file = tmp_path / "starts"
    file.write_text("\n".join(starts))
    assert run("solve", "--file", str(file)).out.split() == ["0"] * 6


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "random", "first-legal", "--against", "course"),
        ("match", "random"),
        ("match", "human", "random"),
        ("match", "random", "first-legal", "--openings", "nowhere"),
        ("match", "random", "first-legal", "--openings", "99"),
        ("match", "random", "first-legal", "--sprt", "elo0=9,elo1=1"),
        ("match", "random", "first-legal", "--cluster", "tcp://127.0.0.1:1"),
        ("match", "random", "--against", "course", "--sprt", ""),
        ("match", "random", "--against", "course", "--games", "4"),
        ("match", "random", "file:nowhere.py"),
        ("match", "random", "first-legal", "--sprt", "elo1=100000"),
        ("tournament", "random"),
        ("tournament", "random", "random"),
        ("tournament", "random", "first-legal", "fixed-order", "--sprt", ""),
        ("standings", "nowhere.db"),
        ("export", "games", "nowhere.db"),
    ],
)
def test_mistakes_are_one_line(
    run: Run, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kinarow.work.executors._ANSWER_SECONDS", 0.2)
    finished = run(*arguments)
    assert finished.code == 2
    assert len(finished.err.strip().splitlines()) == 1
    assert "Traceback" not in finished.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_it_shows_the_standings_so_far(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*KINAROW, "tournament", "minimax:depth=3", "minimax:depth=2", "--rounds", "5000",
         "--workers", "2", "--json", "--store", str(tmp_path / "games.db")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_until(lambda: games_in(tmp_path / "games.db"), "no game was played")
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert json.loads(out)["games"] > 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupted_in_a_search_it_ends_at_once(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    command = kinarow_noting("kinarow.search.deepening:search_deepening", begun)
    process = subprocess.Popen(
        [*command, "match", "alphabeta:depth=40", "random", "--workers", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_until(begun.exists, "no move was searched for")
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate()
    assert (process.returncode, out, errors.strip()) == (130, "", "kinarow: interrupted")
