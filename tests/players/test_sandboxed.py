"""Players from files behind the system's border."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import kinarow
from kinarow.api.contests import play_match
from kinarow.errors import PlayerError, SandboxError
from kinarow.game import VARIANTS, Position
from kinarow.native import cache
from kinarow.players import AlphaBetaPlayer
from kinarow.players.isolated.child_process import UnboundChild, sandboxed_child
from kinarow.players.isolated.player import IsolatedPlayer, contestant, end_all
from kinarow.players.player import ForfeitError
from kinarow.sandbox.backends import Door
from kinarow.search.deepening import load_all_kernels
from tests.running import Run
from tests.sandbox.attacking import needs, needs_any_sandbox, needs_bubblewrap

FIRST_OPEN = "return next(c for c in range(7) if not board[0][c])\n"
BOT = f"def choose(board, me, opponent):\n    {FIRST_OPEN}"


@pytest.fixture
def folder() -> Iterator[Path]:
    """For files that every user can read; pytest's own folders are closed to others."""
    needs_any_sandbox()
    with tempfile.TemporaryDirectory(prefix="bots-") as name:
        os.chmod(name, 0o755)
        yield Path(name)
    end_all()


@pytest.mark.slow
def test_the_same_games_as_without(folder: Path) -> None:
    bot, judge = folder / "bot.py", folder / "judge.py"
    bot.write_text(BOT)
    judge.write_text("import secrets as s\ndef count(board):\n    return int(board[5].sum())\n")
    players = f"file:{bot}", f"alphabeta-plain:eval={judge}:count,depth=1"
    one, two = (play_match(*players, games=1, sandboxed=kept) for kept in (False, True))
    assert [game.moves for game in one.games] == [game.moves for game in two.games]
    assert set(two.endings) == {"line"}
    assert (two.a, two.b) == (one.a, one.b)


def test_texts_as_they_are_where_the_file_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").mkdir()
    for name in ("file/file", "file/a.py"):
        (tmp_path / name).write_text(BOT)
    for text, there in {
        "file:file/file": "file:file",
        "file:./file//a.py": "file:a.py",
        "kaggle:seconds=1,file/../file/a.py": "kaggle:seconds=1,a.py",
        "course:seconds=2,file/a.py:Class": "course:seconds=2,a.py:Class",
        "alphabeta:eval=file/a.py:score,rows=bottom,depth=2": (
            "alphabeta:eval=a.py:score,rows=bottom,depth=2"
        ),
    }.items():
        player = contestant(text, sandboxed=True)
        assert isinstance(player, IsolatedPlayer)
        assert player.text == there
        assert player.isolation.folder == str((tmp_path / "file").resolve())


@pytest.mark.slow
def test_it_sees_its_own_folder_alone(folder: Path, run: Run) -> None:
    needs_bubblewrap()  # elsewhere names of files outside can be seen
    (folder / "weights.txt").write_text("3")
    outside = Path(tempfile.gettempdir(), f"secret-{folder.name}")
    outside.write_text("secret")
    try:
        (folder / "bot.py").write_text(
            "import os\n"
            f"assert not os.path.exists({str(outside)!r})\n"
            "column = int(open('weights.txt').read())\n"
            "def choose(board, me, opponent):\n    return column\n"
        )
        done = run("move", "--player", f"file:{folder}/bot.py", "--sandbox", "--json")
    finally:
        outside.unlink()
    assert done.code == 0, done.err
    assert done.json["move"] == "4"


SPY = f"""
def read(name):
    try:
        return open(name).read()
    except OSError:
        return ""

def choose(board, me, opponent):
    if read("ann.py") or read("ann_table.t" + "xt") or not read("common.txt"):
        raise ValueError("saw what it should not, or not what it should")
    {FIRST_OPEN}"""
ANN = f"""
read = [open(name).read() for name in ("ann_table.txt", "common.txt")]
def choose(board, me, opponent):
    assert all(read)
    {FIRST_OPEN}"""


@pytest.mark.slow
def test_players_of_one_folder_do_not_see_each_other(folder: Path) -> None:
    """What both use is there for both."""
    for name, text in {
        "spy.py": SPY, "ann.py": ANN, "ann_table.txt": "mine", "common.txt": "everyone's",
    }.items():  # fmt: skip
        (folder / name).write_text(text)
    players = f"file:{folder}/spy.py", f"file:{folder}/ann.py"
    assert set(play_match(*players, games=1, sandboxed=True).endings) == {"line"}
    with pytest.raises(ForfeitError, match="saw what it should not"):  # alone, it sees its folder
        contestant(players[0], sandboxed=True).choose(Position.start())


@pytest.mark.slow
def test_kaggle_agents_find_their_files_where_they_are_at_kaggle(folder: Path) -> None:
    needs_bubblewrap()  # which alone can show a folder elsewhere
    (folder / "weights.txt").write_text("3")
    (folder / "main.py").write_text(
        "column = int(open('/kaggle_simulations/agent/weights.txt').read())\n"
        "def agent(observation, configuration):\n    return column\n"
    )
    player = contestant(f"kaggle:{folder / 'main.py'}", sandboxed=True)
    assert player.choose(Position.start()).move.column == 3


COUNT_COMPILED = """
from kinarow.native.compiling import when_compiling
compiled = []
with when_compiling(lambda: compiled.append(True)):
    from kinarow.players import AlphaBetaPlayer
    from kinarow.game import Position
    AlphaBetaPlayer(depth=2).choose(Position.start())
print(len(compiled))
"""


@pytest.mark.slow
@pytest.mark.parametrize("is_marked", [False, True])
def test_kernels_that_are_compiled_already_are_found_inside(folder: Path, is_marked: bool) -> None:
    AlphaBetaPlayer().get_ready(VARIANTS["connect4"].spec)
    (folder / "main.py").write_text(COUNT_COMPILED)
    command = [sys.executable, "-P", "main.py"]
    child = sandboxed_child(command, str(folder), is_marked=is_marked)
    try:
        # What stands for a user's function where there is none is never kept.
        assert int(child.stdout.read()) <= 1
    finally:
        child.end()


LOOK_FOR_THE_SOLVER = """
import os
for name in NAMES:
    try:
        open(os.path.join(os.environ["KINAROW_KERNELS"], name)).close()
    except OSError:
        continue
    print(name)
"""


@pytest.mark.slow
@pytest.mark.parametrize("door", [Door.BUBBLEWRAP, Door.LANDLOCK])
def test_the_compiled_solver_is_not_there_while_marking(
    folder: Path, monkeypatch: pytest.MonkeyPatch, door: Door
) -> None:
    """With its kernels alone it could be put together again, and found what a mark asks for."""
    needs(door)
    monkeypatch.setattr("kinarow.players.isolated.child_process.find_sandbox", lambda: door)
    load_all_kernels()
    kernels = cache.folder()
    assert kernels is not None
    solver, verdict = kernels / "solver.of-a-test", kernels / "verdict-of-a-test"
    solver.mkdir()
    for file in (solver / "drop_kernel.prove-317.py311.nbi", verdict):
        file.touch()
    names = [str(file.relative_to(kernels)) for file in kernels.rglob("*") if file.is_file()]
    package = Path(kinarow.__file__).parent
    book = next(package.glob("data/book*"))
    library = package / "native" / "built" / "of-a-test.so"
    library.parent.mkdir(exist_ok=True)
    library.touch()
    names += [
        str(package / "search" / "plain" / "limited.py"),
        str(package / "solver" / "solver.py"),
        str(book),
        str(library),
    ]
    (folder / "main.py").write_text(f"NAMES = {names}\n{LOOK_FOR_THE_SOLVER}")
    child = sandboxed_child([sys.executable, "-I", "-S", "main.py"], str(folder), is_marked=True)
    try:
        found = child.stdout.read().decode().splitlines()
    finally:
        child.end()
        shutil.rmtree(solver)
        verdict.unlink()
        library.unlink()
    rooms = {re.split("[./-]", name)[0] for name in found}
    assert {"search", "game"} <= rooms
    assert [name for name in found if name.startswith("/")] == names[-4:-3]
    assert not {"solver", "verdict"} & rooms


@pytest.mark.slow
def test_without_a_sandbox_a_player_does_not_get_what_is_ours_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KINAROW_SEED", "KINAROW_TOKEN", "OTHER"):
        monkeypatch.setenv(name, "12345678")
    code = "import os; print(sorted(n for n, v in os.environ.items() if v == '12345678'))"
    child = UnboundChild([sys.executable, "-I", "-S", "-c", code], str(folder))
    with child.stdin, child.stdout:
        assert child.stdout.read() == b"['OTHER']\n"
        child.end()


def no_sandbox() -> Door:
    raise SandboxError("there is none; install bubblewrap (apt install bubblewrap), or use --trust")


def test_without_a_sandbox_nothing_is_run(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (
        "players.isolated.child_process",
        "classroom.examination.submission",
        "api.classes",
    ):
        monkeypatch.setattr(f"kinarow.{module}.find_sandbox", no_sandbox)
    ran = tmp_path / "ran"
    (tmp_path / "class").mkdir()
    bot = tmp_path / "class" / "bot.py"
    bot.write_text(f"open({str(ran)!r}, 'w')\n{BOT}")
    for command in (
        ("match", f"file:{bot}", "random", "--sandbox"),
        ("move", "--player", f"file:{bot}", "--sandbox"),
        ("grade-class", str(tmp_path / "class")),
    ):
        done = run(*command)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), command
        assert "apt install bubblewrap" in done.err
    assert not ran.exists()
    with pytest.raises(PlayerError, match="an engine is not run in a sandbox"):
        contestant("engine:./pbrain-x", sandboxed=True)
