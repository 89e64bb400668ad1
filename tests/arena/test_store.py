"""The store of games: what it keeps, and that nothing is lost or played twice."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import fields, replace
from pathlib import Path

import pytest

from kinarow.arena import Conditions, Contest, PlayedGame, play_game
from kinarow.arena.results import encounters, table_of
from kinarow.arena.store.export import FORMATS
from kinarow.arena.store.store import Store
from kinarow.errors import ArenaError, KinarowError
from kinarow.game import GameSpec, Position, Side
from kinarow.players import AlphaBetaPlayer, RandomPlayer
from kinarow.work.workers import Workers
from tests.running import KINAROW, Run, games_in, wait_until
from tests.strategies import SOAKING, examples

CONNECT4 = GameSpec.parse("connect4")


def some_games(count: int, seed: int = 0) -> list[PlayedGame]:
    contest = Contest.match(RandomPlayer(1), RandomPlayer(2), CONNECT4, count, Conditions(seed))
    return [PlayedGame.of(game, play_game(game.job)) for game in contest.games]


def test_what_goes_in_comes_out(tmp_path: Path) -> None:
    games = some_games(6)
    with Store(tmp_path / "games.db") as store:
        assert [store.add(game) for game in games] == [True] * 6
        assert [store.add(game) for game in games] == [False] * 6
    with Store(tmp_path / "games.db", must_exist=True) as store:
        assert list(store.games()) == games


def test_two_writers_at_once(tmp_path: Path) -> None:
    path, games = tmp_path / "games.db", some_games(60)

    def write() -> None:
        with Store(path) as store:
            for game in games:
                store.add(game)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store(path) as store:
        assert sorted(game.key for game in store.games()) == sorted(game.key for game in games)


def test_files_that_are_no_stores_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no database at all, but long enough to be looked at" * 20)
    with pytest.raises(ArenaError, match="is not a database"):
        Store(text)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    with pytest.raises(ArenaError, match="not one of kinarow"):
        Store(other)
    with pytest.raises(ArenaError, match="there is no file"):
        Store(tmp_path / "nowhere", must_exist=True)
    newer = tmp_path / "newer.db"
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.commit()
    with pytest.raises(ArenaError, match="newer kinarow"):
        Store(newer)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_store_of_an_older_version_goes_on(version: int, tmp_path: Path) -> None:
    added = {
        2: ("environment_first", "environment_second"),
        3: ("opening_rule", "choices"),
        4: ("a_identity", "b_identity", "counts"),
    }
    path, games = tmp_path / "games.db", some_games(4)
    with Store(path) as store:
        for game in games[:2]:
            store.add(game)
        for column in [c for since, some in added.items() if since > version for c in some]:
            store.connection.execute(f"ALTER TABLE games DROP COLUMN {column}")
        store.connection.execute(f"PRAGMA user_version = {version}")
    opening = threading.Barrier(4)

    def add(game: PlayedGame) -> None:
        opening.wait()
        with Store(path) as store:
            store.add(game)

    threads = [threading.Thread(target=add, args=(game,)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    old = [replace(game, a_identity="", b_identity="") for game in games[:2]]
    with Store(path, must_exist=True) as store:
        found = sorted(store.games(), key=lambda g: g.key)
    assert found == sorted([*old, *games[2:]], key=lambda g: g.key)


def test_games_that_repeat_others_are_no_evidence() -> None:
    a, b = AlphaBetaPlayer(depth=1), AlphaBetaPlayer(depth=2)
    scheduled = Contest.match(a, b, CONNECT4, 4).games
    records = [play_game(game.job) for game in scheduled[:2]]
    games = [PlayedGame.of(game, records[i % 2]) for i, game in enumerate(scheduled)]
    (meeting,) = encounters(games).values()
    assert len(meeting.games) == 4
    assert meeting.distinct == 2
    assert meeting.sample_of_pairs().size == 1
    assert meeting.sample_of_games().size == 2


def test_games_in_the_forms_of_others() -> None:
    games = some_games(3)
    rows = [json.loads(line) for line in "".join(FORMATS["jsonl"](games)).splitlines()]
    for row, game in zip(rows, games, strict=True):
        # As cells: programs that read tables would take a row of digits for a number.
        assert Position.from_moves(row["moves"]) == Position.from_moves(game.moves)
        assert row["moves"].split()[0][0] == "abcdefg"[int(game.moves[0]) - 1]
    table = "".join(FORMATS["csv"](games)).splitlines()
    assert len(table) == 4
    assert table[0].startswith("key,pair,game,a,b")
    named = [replace(game, a="=1+1.py", reason="x;@SUM(1)") for game in games]
    (_, row, *_) = csv.reader("".join(FORMATS["csv"](named)).splitlines())
    assert {"'=1+1.py", "x;'@SUM(1)"} < {*row}  # spreadsheets take neither for a formula
    text = "".join(FORMATS["pgn"](games))
    assert text.count("[Result ") == 3
    assert f'[Game "{CONNECT4}"]' in text


def test_games_by_chance_are_evidence_even_if_they_repeat() -> None:
    games = [replace(game, moves="1", winner=Side.FIRST) for game in some_games(6)]
    (meeting,) = encounters(games).values()
    assert meeting.sample_of_pairs().size == 3


def test_the_same_games_whoever_is_named_first(tmp_path: Path) -> None:
    a, b = AlphaBetaPlayer(depth=1), AlphaBetaPlayer(depth=2)
    one, two = Contest.match(a, b, CONNECT4, 4).games, Contest.match(b, a, CONNECT4, 4).games
    assert {game.key for game in one} == {game.key for game in two}
    by_key = {game.key: game for game in two}
    for game in one:
        assert by_key[game.key].job == game.job
    played = [PlayedGame.of(game, play_game(game.job)) for game in one]
    turned = [game.seen_from(b.name) for game in played]
    assert [g.points_of_a for g in turned] == [1 - g.points_of_a for g in played]
    (meeting,) = encounters([*played[:2], *turned[2:]]).values()
    assert meeting.points == sum(game.points_of_a for game in played)


@pytest.mark.slow
def test_a_game_whose_worker_dies_is_played_again() -> None:
    contest, killed = Contest.match(RandomPlayer(1), RandomPlayer(2), CONNECT4, 40), 0
    told: list[str] = []
    kills = 3 if SOAKING else 1
    others = set(multiprocessing.active_children())  # those of a lab that other tests ask

    def kill_now_and_then(_share: float, words: str) -> None:
        nonlocal killed
        told.append(words)
        if killed < kills and contest.played % 5 == 0:
            killed += 1
            for worker in set(multiprocessing.active_children()) - others:
                worker.kill()
                worker.join()

    with Workers(2) as workers:
        result = contest.play(workers, kill_now_and_then)
    assert killed == kills
    assert told == [f"{number} of 40 games" for number in range(1, 41)]
    assert [game.key for game in result.games] == [game.key for game in contest.games]


TOURNAMENT = [
    "tournament", "alphabeta:depth=6", "alphabeta:depth=5", "random:seed=1", "--workers", "2",
    "--rounds",
]  # fmt: skip


def _killed_after(games: int, path: Path, command: list[str]) -> bool:
    """Run a tournament until so many games are kept, then end it by `kill -9`; whether it was in
    time for that."""
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    wait_until(
        lambda: running.poll() is not None or games_in(path) >= games, "games are not played"
    )
    running.kill()
    return running.wait() == -signal.SIGKILL


@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on_where_it_was(tmp_path: Path) -> None:
    path, rounds = tmp_path / "games.db", examples(32)
    command = [*KINAROW, *TOURNAMENT, str(rounds), "--store", str(path)]
    luck, killed = random.Random(1), 0
    kills = examples(2) if SOAKING else 1
    for count in sorted(luck.randrange(6 * rounds) for _ in range(kills)):
        killed += _killed_after(count, path, command)
    assert killed > 0
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with Store(path) as store:
        games = list(store.games())
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert len(games) == 6 * rounds
    assert set(Counter(game.key for game in games).values()) == {1}
    for game in games:
        ending = Position.from_moves(game.moves, game.game).ending()
        assert ending is not None
        assert ending.winner is game.winner


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_workers_do_not_outlive_a_killed_program(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*KINAROW, *TOURNAMENT, "2000", "--store", str(tmp_path / "games.db")],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    group = os.getpgid(process.pid)
    wait_until(lambda: games_in(tmp_path / "games.db"), "no game was played")
    process.kill()
    process.wait()
    try:
        wait_until(lambda: not _lives(group), "workers were left behind")
    finally:
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)


def _lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


ODD_VALUES = [
    None, 0, 3, -1, 1.5, 2**62, "", "x", "9", "[", "5", '{"a": 1}', '["x"]', "[[1]]", "[NaN]",
    "[" * 100_000, b"", b"\xff", "\0",
]  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "games.db"
    with Store(path) as store:
        for game in some_games(60):
            store.add(game)
    return path


@pytest.mark.parametrize("column", [field.name for field in fields(PlayedGame)])
def test_odd_values_in_a_store_are_told_in_words(column: str, kept: Path) -> None:
    """Whatever a row holds, it is refused with the name of the file, or it can be worked with."""
    for value in ODD_VALUES:
        try:
            with Store(":memory:") as store:
                odd = store.connection  # where a table without types takes anything
                odd.execute("ATTACH ? AS kept", (str(kept),))
                odd.execute("DROP TABLE games")
                odd.execute("CREATE TABLE games AS SELECT * FROM kept.games LIMIT 2")
                odd.execute(f"UPDATE games SET {column} = ? WHERE rowid = 2", (value,))
                games = list(store.games())
            table_of(encounters(games).values())
            for form in FORMATS.values():
                "".join(form(games)).encode()
        except KinarowError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 400


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 2],
    "cut off in its first page": lambda data: data[:2000],
    "empty pages": lambda data: data[:4096] + bytes(len(data) - 4096),
    "noise": lambda data: data[:4096] + random.Random(1).randbytes(len(data) - 4096),
    "noise in every page": lambda data: bytes(
        byte ^ 85 * (number % 97 == 0 and number > 100) for number, byte in enumerate(data)
    ),
    "a schema that is no text": lambda data: data.replace(b"CREATE TABLE", b"CREATE\xfaTABLE"),
    "text": lambda data: b"no database at all, but long enough to be looked at" * 20,
}


@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("command", [("standings",), ("export", "games")])
def test_a_damaged_store_is_told_in_one_line(
    command: tuple[str, ...], kind: str, kept: Path, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "damaged.db"
    path.write_bytes(DAMAGE[kind](kept.read_bytes()))
    done = run(*command, str(path))
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert "damaged.db" in done.err


def test_what_is_no_store_is_told_in_one_line(tmp_path: Path, run: Run) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE games (key, moves)")
    view = tmp_path / "view.db"
    with closing(sqlite3.connect(view)) as connection:
        connection.execute("CREATE VIEW games AS SELECT 1 AS key")
    for path in (other, view, tmp_path, tmp_path / "nothing.db"):
        for command in (("standings",), ("export", "games")):
            done = run(*command, str(path))
            assert done.code == 2
            assert len(done.err.splitlines()) == 1
            assert path.name in done.err


def test_games_of_a_player_with_itself_make_no_standings(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "games.db"
    with Store(path) as store:
        for game in Contest.match(RandomPlayer(), RandomPlayer(), CONNECT4, 2).games:
            store.add(PlayedGame.of(game, play_game(game.job)))
    assert run("standings", str(path), "--json").json["standings"] == []
    done = run("standings", str(path))
    assert done.code == 0
    assert "Results of random vs random" in done.out
