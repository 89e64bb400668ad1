"""Who is the same player as before: an edited one never meets its own old games."""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import kinarow
from kinarow import Choice, KinarowError, Player, Position, to_json
from kinarow.evaluation import OPEN_LINES, Column, Evaluator, load_evaluator
from kinarow.players import AlphaBetaPlayer, parse_player
from kinarow.players.as_player import as_player
from kinarow.players.isolated.player import contestant
from kinarow.players.user.named_in_code import named_in
from kinarow.players.user.used_files import used_files

BOT = """
import json
from pathlib import Path
from helpers.order import ORDER

TABLE = json.loads(Path(__file__).with_name("table.json").read_text())

def choose(board, me, opponent):
    with open(Path(__file__).with_name("log.txt"), "a") as log:
        log.write("a move")
    for column in ORDER:
        if board[0][column] == 0:
            return column
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A bot that imports a module and reads data, in a folder where other things lie, too."""
    (tmp_path / "helpers").mkdir()
    (tmp_path / "helpers" / "__init__.py").write_text("")
    (tmp_path / "helpers" / "order.py").write_text("ORDER = [3, 2, 4, 1, 5, 0, 6]\n")
    (tmp_path / "table.json").write_text("[1, 2, 3]")
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "other.py").write_text("def choose(board, me, opponent): return 0\n")
    (tmp_path / "log.txt").write_text("")
    return tmp_path / "bot.py"


@pytest.mark.parametrize("kind", ["file", "kaggle"])
@pytest.mark.parametrize(
    ("edited", "is_another"),
    [
        ("bot.py", True),
        ("helpers/order.py", True),
        ("helpers/__init__.py", True),
        ("table.json", True),
        ("other.py", False),
        ("log.txt", False),
    ],
)
def test_a_player_is_known_by_all_that_it_uses(
    bot: Path, kind: str, edited: str, is_another: bool
) -> None:
    before = contestant(f"{kind}:{bot}").identity
    assert contestant(f"{kind}:{bot}").identity == before
    file = bot.parent / edited
    file.write_text(f"{file.read_text()} \n")
    assert (contestant(f"{kind}:{bot}").identity != before) is is_another


@pytest.mark.parametrize(
    ("code", "used"),
    [
        ("import one", ["one.py"]),
        ("import inner", ["pack/inner.py"]),
        ("import other.inner", []),
        ("import pack.inner", ["pack/__init__.py", "pack/inner.py"]),
        ("from pack import inner", ["pack/__init__.py", "pack/inner.py"]),
        ("from pack.inner import f", ["pack/__init__.py", "pack/inner.py"]),
        ("from .one import f", ["one.py"]),
        ("from ... import far_away", []),
        ("import fast", ["fast.cpython-311.so"]),
        ("open('data/w1.txt')", ["data/w1.txt"]),
        ("open(f'data/w{n}.txt')", ["data/w1.txt", "data/w2.txt"]),
        ("open('data/w%d.txt' % n)", ["data/w1.txt", "data/w2.txt"]),
        ("open(folder + '/w{}.txt'.format(n))", ["data/w1.txt", "data/w2.txt"]),
        ("open(os.path.join('data', 'w2.txt'))", ["data/w1.txt", "data/w2.txt"]),
        ("name + '.npy'", ["table.npy"]),
        ("glob('*.npy')", ["table.npy"]),
        ("open('table.npy', mode='wb')", []),
        ("Path('table.npy').write_bytes(b'')", []),
        ("log = 'table.npy'\nopen(log, 'a')", []),
        ("table = 'table.npy'\nopen(table, 'ab')\nopen(table)", ["table.npy"]),
        ("frame.to_csv('table.npy')", []),
        ("if __name__ == '__main__':\n    open('table.npy')", []),
        ("sys.path.append('lib')\nimport tools", ["lib/tools.py"]),
        ("import_module('one')", ["one.py"]),
        ("play_tournament(players, store='games.db')", []),
        ("'[' + ']*' + '**'", []),
        ("this is no Python", []),
        ("x = 'table.npy\\0'", []),
        ("x = " + repr("a" * 100_000), []),
    ],
)
def test_files_that_code_names(tmp_path: Path, code: str, used: list[str]) -> None:
    for name in (
        "one.py", "pack/__init__.py", "pack/inner.py", "fast.cpython-311.so", "data/w1.txt",
        "data/w2.txt", "table.npy", ".hidden.npy", "__pycache__/one.npy", "lib/tools.py",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "games.db").write_text("SQLite format 3\0")
    main = tmp_path / "main.py"
    main.write_text(code)
    found = [path.relative_to(tmp_path).as_posix() for path in used_files(main)]
    assert found == ["main.py", *used]


def test_a_folder_that_is_a_package_itself(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "a.py").write_text(f"import {tmp_path.name}\nfrom . import b")
    (tmp_path / "b.py").write_text("")
    assert [path.name for path in used_files(tmp_path / "a.py")] == ["a.py", "b.py"]


def test_files_that_import_each_other_are_found_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import b")
    (tmp_path / "b.py").write_text("import a\nopen('c.txt')")
    (tmp_path / "c.txt").write_text("import d")
    (tmp_path / "d.py").write_text("")
    assert [path.name for path in used_files(tmp_path / "a.py")] == ["a.py", "b.py", "c.txt"]


def test_an_evaluator_is_known_by_what_it_is(tmp_path: Path) -> None:
    def written(points: int) -> Evaluator:
        return Evaluator("mine", Column("center", points))

    file = tmp_path / "mine.json"
    found = []
    for points in (1, 2, 1):
        file.write_text(json.dumps(to_json(written(points))))
        found.append(contestant(f"alphabeta:eval={file},depth=2").identity)
        assert found[-1] == AlphaBetaPlayer(written(points), depth=2).identity
    assert found[0] == found[2] != found[1]
    assert AlphaBetaPlayer(OPEN_LINES, depth=2).identity == "alphabeta:eval=open-lines,depth=2"
    shadow = Evaluator("open-lines", Column("center", 1))
    assert AlphaBetaPlayer(shadow, depth=2).identity != "alphabeta:eval=open-lines,depth=2"


def test_a_users_evaluator_is_known_by_its_files(tmp_path: Path) -> None:
    file = tmp_path / "own_eval.py"
    file.write_text("import own_weights\ndef evaluate(board, me, opponent): return 0\n")
    (tmp_path / "own_weights.py").write_text("W = 1\n")
    ways: list[Callable[[], Player]] = [
        lambda: contestant(f"alphabeta:eval={file},depth=2"),
        lambda: AlphaBetaPlayer(load_evaluator(str(file)), depth=2),
    ]
    before = [way().identity for way in ways]
    assert [way().identity for way in ways] == before
    (tmp_path / "own_weights.py").write_text("W = 2\n")
    assert all(way().identity != old for way, old in zip(ways, before, strict=True))


# ── players of a program's own ───────────────────────────────────────────────────────────────

OWN = """
from kinarow import Choice

class Own:
    def __init__(self, place=0):
        self.place = place

    def choose(self, position):
        return Choice(position.legal_moves()[self.place])
"""


def _imported(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("own_players", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["own_players"] = module
    spec.loader.exec_module(module)
    return module


def _games_played(players: list[Any], store: Path) -> int:
    """How many games a tournament plays that its store does not have."""
    told: list[str] = []
    kinarow.play_tournament(
        players, "drop:4x4:3", rounds=2, store=store, progress=lambda _, words: told.append(words)
    )
    return len(told)


def test_an_object_with_nothing_but_choose_plays_everywhere(tmp_path: Path) -> None:
    file, store = tmp_path / "own_players.py", tmp_path / "games.db"
    file.write_text(OWN)
    own = _imported(file).Own
    try:
        met = kinarow.play_match(own(), "first-legal", "drop:4x4:3", games=2)
        assert (met.a, len(met.games), met.endings["line"]) == ("Own", 2, 2)
        graded = kinarow.grade(own(), "drop:4x4:3", count=3)
        assert (graded.player, len(graded.moves)) == ("Own", 3)
        assert _games_played([own(), "random"], store) == 4
        assert _games_played([own(), "random"], store) == 0
        assert _games_played([own(-1), "random"], store) == 4  # other settings
        file.write_text(f"{OWN}    # edited\n")
        own = _imported(file).Own
        assert _games_played([own(), "random"], store) == 4
    finally:
        del sys.modules["own_players"]


def test_a_player_whose_code_is_nowhere_is_always_new(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    nowhere: dict[str, Any] = {"__name__": "nowhere"}
    exec(OWN, nowhere)  # noqa: S102
    for _ in range(2):
        assert _games_played([nowhere["Own"](), "random"], store) == 4


class _Told(Player):
    """Has a name and an identity of its own."""

    name = "told"
    identity = "told, version 3"

    def choose(self, position: Position) -> Choice:
        return Choice(position.legal_moves()[0])


def test_what_an_object_says_of_itself_holds() -> None:
    class Plain:
        name, deterministic, identity, grace = "plain", True, "plain 1", 2
        only_gravity, evaluator = True, OPEN_LINES

        def choose(self, position: Position) -> Choice:
            return Choice(position.legal_moves()[0])

    player = as_player(Plain())
    assert (player.name, player.deterministic, player.identity) == ("plain", True, "plain 1")
    assert (player.grace, player.only_gravity, player.evaluator) == (2.0, True, OPEN_LINES)
    assert _Told().identity == "told, version 3"
    told = as_player(_Told())
    assert (told.deterministic, told.grace, told.only_gravity) == (False, 0.0, False)
    assert as_player("random") == parse_player("random")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "None is not a player: give a text such as 'alphabeta:depth=4'"),
        (5, "5 is not a player"),
        (_Told, "is a class: give a player, as in _Told()"),
        (lambda position: 3, "is not a player"),
    ],
)
def test_what_is_no_player_is_refused_in_words(given: Any, words: str) -> None:
    ways: list[Callable[[], object]] = [
        lambda: kinarow.play_match(given, "random", games=2),
        lambda: kinarow.play_tournament(["random", given], rounds=1),
        lambda: kinarow.grade(given, "drop:4x4:3", count=1),
    ]
    for way in ways:
        with pytest.raises(KinarowError) as told:
            way()
        assert words in str(told.value)
        assert "\n" not in str(told.value)


def test_a_player_that_returns_no_choice_loses_with_the_reason() -> None:
    class Forgetful(Player):
        def choose(self, position: Position) -> Choice:
            return 3  # type: ignore[return-value]

    met = kinarow.play_match(Forgetful(), "first-legal", games=1)
    (ended,) = met.endings
    assert ended == "Forgetful: choose returned 3 instead of a Choice, such as Choice(move)"


@pytest.mark.slow
def test_games_of_an_edited_file_are_played_anew(bot: Path, tmp_path: Path) -> None:
    store, players = tmp_path / "games.db", [f"file:{bot}", "random"]
    assert _games_played(players, store) == 4
    assert _games_played(players, store) == 0
    for edited in ("helpers/order.py", "table.json"):
        with (bot.parent / edited).open("a") as file:
            file.write("\n")
        assert _games_played(players, store) == 4
        assert _games_played(players, store) == 0


SMALL = b"""import os, helper.more
from . import near
from ..up import one, two
from pack.sub import (thing,
  other)
data = open("weights.json"); t = f"table_{n}.npy"
"""


def test_a_large_file_names_what_it_would_name_if_it_were_small() -> None:
    imports, texts = named_in(SMALL)
    large_imports, large_texts = named_in(SMALL + b"x = [" + b"1," * 40_000 + b"]\n")
    assert set(large_imports) == set(imports)
    assert large_texts == texts


@pytest.mark.parametrize(
    "bomb",
    [
        b'x = f"' + b"{a}" * 333_332 + b'"', b"from " + b" " * 10**6, b"from " + b"." * 10**6,
        b"from a import (\n" * 20_000, b"'" * 10**6, b" " * 10**6,
    ],
    ids=["fields", "spaces", "dots", "open", "quotes", "indented"],
)  # fmt: skip
def test_a_large_file_is_looked_through_soon(bomb: bytes) -> None:
    begun = time.process_time()
    named_in(bomb + b"#" * 70_000)
    assert time.process_time() - begun < 5  # a minute and more, if it were parsed
