"""Files of earlier runs that are damaged: every command that opens one says so in a line, and
leaves the file as it is."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kinarow import play_tournament
from kinarow.fitting import samples
from kinarow.game import GameSpec, Position
from kinarow.grading.labels import LabelStore
from tests.running import Run

SHIPPED = Path(str(files("kinarow") / "data" / "book-7x6-4.npz"))

Damage = Callable[[Path], object]


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _garbage(path: Path) -> None:
    path.write_bytes(np.random.default_rng(7).bytes(9000))


def _text(path: Path) -> None:
    path.write_text("Dear diary, \x00 ½ \N{GRINNING FACE}\n" * 200, encoding="utf-8")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _loop(path: Path) -> None:
    """What nobody can read, not even root."""
    path.unlink()
    path.symlink_to(path.name)


def _unreadable(path: Path) -> None:
    path.chmod(0)


def _holes(path: Path) -> None:
    """The beginning is whole, the rest is not."""
    data = bytearray(path.read_bytes())
    for place in range(3000, len(data), 97):
        data[place] ^= 0x5A
    path.write_bytes(bytes(data))


ANY_FILE: dict[str, Damage] = {
    "truncated": _truncated,
    "garbage": _garbage,
    "text": _text,
    "folder": _folder,
    "loop": _loop,
}
if os.name == "posix" and os.geteuid() != 0:
    ANY_FILE["unreadable"] = _unreadable


def _sql(statement: str) -> Damage:
    def damage(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)

    return damage


def _another_database(path: Path) -> None:
    path.unlink()
    _sql("CREATE TABLE recipes (name TEXT)")(path)


DATABASE: dict[str, Damage] = {
    **ANY_FILE,
    "holes": _holes,
    "newer": _sql("PRAGMA user_version = 99"),
    "another's": _another_database,
}
STORE: dict[str, Damage] = {
    **DATABASE,
    "no numbers": _sql("UPDATE games SET plies = 'many'"),
    "no lists": _sql("UPDATE games SET scores = '{'"),
    "no side": _sql("UPDATE games SET winner = 9"),
    "no text": _sql("UPDATE games SET a = x'ff'"),
    "no text either": _sql("UPDATE games SET a = CAST(x'ff' AS TEXT)"),
    "no game": _sql("UPDATE games SET game = 'chess'"),
    "other columns": _sql("ALTER TABLE games ADD COLUMN more TEXT"),
}
STORE_COMMANDS = {
    "standings": ("standings", "FILE"),
    "export": ("export", "games", "FILE"),
    "tournament": ("tournament", "first-legal", "fixed-order", "--rounds", "1", "--store", "FILE"),
    "match": ("match", "first-legal", "fixed-order", "--games", "2", "--store", "FILE"),
}


def contents(path: Path) -> object:
    if path.is_symlink() or not path.exists():
        return "link"
    if path.is_dir():
        return sorted(path.iterdir())
    return path.read_bytes()


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(run: Run, path: Path, *command: str) -> str:
    """What a command says of a damaged file, which it leaves as it was."""
    before = contents(path)
    done = run(*(str(path) if word == "FILE" else word for word in command))
    assert done.code == 2, (done.out, done.err)
    assert done.err.startswith("kinarow: ")
    assert done.err.count("\n") == 1
    assert path.name in done.err
    assert contents(path) == before
    return done.err


def whole_database(path: Path) -> bytes:
    """All of it in one file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("played") / "games.db"
    play_tournament(["first-legal", "fixed-order", "random"], "connect4", rounds=20, store=path)
    return whole_database(path)


@pytest.mark.parametrize("command", STORE_COMMANDS)
@pytest.mark.parametrize("damage", STORE)
def test_a_store(run: Run, in_folder: Path, played: bytes, damage: str, command: str) -> None:
    path = in_folder / "games.db"
    path.write_bytes(played)
    STORE[damage](path)
    refused(run, path, *STORE_COMMANDS[command])


@pytest.mark.parametrize("command", ["standings", "export"])
def test_an_empty_store_is_none(run: Run, in_folder: Path, command: str) -> None:
    path = in_folder / "games.db"
    _empty(path)
    assert "it is empty" in refused(run, path, *STORE_COMMANDS[command])


def test_moves_that_are_none_are_told_when_they_are_shown(
    run: Run, in_folder: Path, played: bytes
) -> None:
    path = in_folder / "games.db"
    path.write_bytes(played)
    _sql("UPDATE games SET moves = '9999'")(path)
    done = run("export", "games", str(path))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "is damaged: its moves" in done.err


@pytest.mark.slow  # code is taken apart by another process
@pytest.mark.parametrize("damage", [*STORE, "no findings", "another's findings"])
def test_the_store_of_a_class(run: Run, in_folder: Path, played: bytes, damage: str) -> None:
    path, handed_in = in_folder / "games.db", in_folder / "class"
    handed_in.mkdir()
    (handed_in / "ann.py").write_text("def evaluate(board, me, opponent):\n    return 0\n")
    path.write_bytes(played)
    more: dict[str, Damage] = {
        "no findings": _sql("CREATE VIEW findings AS SELECT 1 AS key"),
        "another's findings": _sql("CREATE TABLE findings (one TEXT)"),
    }
    (more | STORE)[damage](path)
    refused(
        run, path, "grade-class", str(handed_in), "--trust", "--store", "FILE", "-o", "marks.csv"
    )
    assert not (in_folder / "marks.csv").exists()


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("labels") / "labels.db"
    with closing(LabelStore(path)) as store:
        for position in random_positions():
            store.keep(position, dict.fromkeys(position.legal_moves(), 0))
    return whole_database(path)


def random_positions() -> Iterator[Position]:
    random = Random(1)
    for _ in range(200):
        position = Position.start("tictactoe")
        for _ in range(random.randrange(4)):
            position = position.play(random.choice(position.legal_moves()))
        yield position


LABELS: dict[str, Damage] = {
    **DATABASE,
    "no values": _sql("UPDATE labels SET moves = '{}'"),
    "no JSON": _sql("UPDATE labels SET moves = '['"),
    "numbers": _sql("UPDATE labels SET moves = 7"),
    "other columns": _sql("ALTER TABLE labels RENAME COLUMN moves TO more"),
}


@pytest.mark.parametrize("damage", LABELS)
def test_exact_values(run: Run, in_folder: Path, labels: bytes, damage: str) -> None:
    path = in_folder / "labels.db"
    path.write_bytes(labels)
    LABELS[damage](path)
    (in_folder / "positions.txt").write_text("a1\nb2 a1\nc3 a1\nb2\n")
    refused(
        run, path, "grade", "first-legal", "--labels", "FILE", "--game", "tictactoe",
        "--positions", "positions.txt",
    )  # fmt: skip


def _book(**parts: object) -> Damage:
    def damage(path: Path) -> None:
        whole = {"game": "drop:4x4:3", "plies": 1, "keys": KEYS, "scores": SCORES}
        with path.open("wb") as file:
            np.savez(file, **{**whole, **parts})  # type: ignore[arg-type]

    return damage


KEYS, SCORES = np.zeros(1, np.uint64), np.zeros(1, np.int8)
BOOK: dict[str, Damage] = {
    **ANY_FILE,
    "empty": _empty,
    "holes": _holes,
    "another game": _book(game="chess"),
    "no number": _book(plies="many"),
    "other numbers": _book(scores=np.zeros(1)),
    "too few": _book(scores=SCORES[:0]),
    "code": _book(keys=np.array([print], dtype=object)),
}


@pytest.mark.parametrize("command", ["info", "check"])
@pytest.mark.parametrize("damage", BOOK)
def test_a_book(run: Run, in_folder: Path, damage: str, command: str) -> None:
    path = in_folder / "book.npz"
    shutil.copy(SHIPPED, path)
    BOOK[damage](path)
    refused(run, path, "book", command, "FILE")


@pytest.mark.parametrize("damage", [kind for kind in ANY_FILE if kind != "truncated"])
def test_the_journal_of_a_book(run: Run, in_folder: Path, damage: str) -> None:
    path = in_folder / "book.npz.journal"
    path.write_text("drop:4x4:3 9\n")
    ANY_FILE[damage](path)
    refused(run, path, "book", "build", "--game", "drop:4x4:3", "--plies", "1", "-o", "book.npz")
    assert not (in_folder / "book.npz").exists()


@pytest.mark.parametrize("damage", [*ANY_FILE, "empty", "another's"])
def test_the_journal_of_a_tuning_run(run: Run, in_folder: Path, damage: str) -> None:
    path = in_folder / "mine.json.journal"
    path.write_text('{"settings": {}, "values": {}, "done": 1}')
    more: dict[str, Damage] = {"empty": _empty, "another's": lambda path: None}
    (more | ANY_FILE)[damage](path)
    refused(
        run, path, "tune", "open-lines", "--by", "games", "--game", "tictactoe", "--steps", "1",
        "-o", "mine.json",
    )  # fmt: skip
    assert not (in_folder / "mine.json").exists()


def _sample(**parts: object) -> Damage:
    def damage(path: Path) -> None:
        whole = {"first": KEYS, "second": KEYS, "values": SCORES}
        with path.open("wb") as file:
            np.savez(file, **{**whole, **parts})  # type: ignore[arg-type]

    return damage


SAMPLE: dict[str, Damage] = {
    **ANY_FILE,
    "empty": _empty,
    "other numbers": _sample(values=np.zeros(1)),
    "too few": _sample(values=SCORES[:0]),
    "a table": _sample(first=KEYS.reshape(1, 1)),
    "code": _sample(values=np.array([print], dtype=object)),
}


@pytest.mark.parametrize("damage", SAMPLE)
@pytest.mark.parametrize("command", ["tune", "learn"])
def test_a_file_of_solved_positions(
    run: Run, in_folder: Path, damage: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    read = samples._read

    def damaged(spec: GameSpec, file: Path) -> samples.SolvedSample | None:
        """The first that is looked for is there, and damaged."""
        if not opened:
            _sample()(file)
            SAMPLE[damage](file)
            opened.append(file)
            before.append(contents(file))
        return read(spec, file)

    before: list[object] = []
    monkeypatch.setattr(samples, "_read", damaged)
    command_line = {
        "tune": ("tune", "open-lines", "--game", "drop:4x4:3"),
        "learn": ("learn", "--game", "drop:4x4:3"),
    }[command]
    done = run(*command_line, "--batches", "2", "--samples", "solved", "-o", "mine.json")
    assert done.code == 2, done.out
    assert done.err.count("\n") == 1
    assert opened[0].name in done.err
    assert [contents(opened[0])] == before
    assert not (in_folder / "mine.json").exists()
