"""The library of kernels that were compiled beforehand: that it is used, that it does the same as
numba's, and that one that does not fit is never opened."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from ctypes import CDLL
from pathlib import Path

import pytest

from kinarow.native import library as module
from kinarow.native.building import __main__ as building
from kinarow.native.building.linking import NotBuiltError, link, linkers
from kinarow.native.levels import LEVEL_FUNCTION, LEVELS
from kinarow.native.library import Library, library_state, open_library
from kinarow.native.types import INT, WORD
from tests.strategies import SOAKING

_FROM_THE_SYSTEM = {"memcpy", "memmove", "memset"}
"""What LLVM may put in the place of a loop."""


@pytest.fixture(scope="module")
def built() -> Library:
    """The library of these sources; there must be one where it can be built."""
    if sys.platform != "linux" or not any(linkers()):
        pytest.skip("there is no linker here that was tried")
    done = subprocess.run([sys.executable, "-m", "kinarow.native.building"], capture_output=True)
    assert done.returncode == 0, done.stdout
    module._found.cache_clear()
    found = library_state()
    assert isinstance(found, Library), found
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that is looked into instead."""
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    monkeypatch.setattr(building, "FOLDER", tmp_path)
    module._found.cache_clear()
    yield tmp_path
    module._found.cache_clear()


def _run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True,
        env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


_BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("llvmlite", "numba", "numpy"):
            raise ImportError(name)

sys.meta_path.insert(0, Blocked())
"""
_SOLVE = """
from kinarow import Position
from kinarow.solver.solver import engine_for
from kinarow.work.budget import Budget

for game, moves, nodes in (
    ("connect4", "44444432", 300_000),
    ("connect4", "435344", 30_000),
    ("drop:5x5:4", "", 300_000),
    ("drop:6x6:5", "333322", 30_000),
    ("tictactoe", "", None),
    ("place:4x4:3", "", None),
    ("place:5x4:4", "b2", 20_000),
    ("place:6x5:5:exact", "b2 c3", 2_000),
):
    position = Position.from_moves(moves, game)
    engine = engine_for(position.spec, megabytes=4)
    budget = Budget(nodes=nodes)
    print(game, engine.prove(position, budget), budget.spent)
"""
_WIDE = """("drop:8x8:4", "44445555", 30_000),
    ("drop:10x9:5", "e1 e2 f1 f2", 10_000),
"""


@pytest.mark.slow
def test_what_it_proves_is_what_numba_proves_node_for_node(built: Library) -> None:
    solve = _SOLVE
    if SOAKING:  # numba takes long to compile these
        solve = solve.replace("(\n", f"(\n    {_WIDE}", 1)
    by_library = _run(_BLOCKED + solve)
    assert by_library.count("\n") == (10 if SOAKING else 8)
    assert by_library == _run(solve, KINAROW_LEVEL="none")


@pytest.mark.slow
def test_its_kernels_are_imported_without_a_compiler() -> None:
    rooms = ("bitboards", "solver/drop", "solver/place")
    modules = [
        f"kinarow.{room}.{file.stem}".replace("/", ".")
        for room in rooms
        for file in sorted((module.FOLDER.parents[1] / room).glob("*kernel.py"))
    ]
    assert len(modules) > 10
    _run(_BLOCKED + "".join(f"import {name}\n" for name in modules))


@pytest.mark.slow
def test_commands_that_ask_the_solver_need_neither_numba_nor_numpy(built: Library) -> None:
    # Outside the book and in it, without gravity, and a reason.
    for command in (
        "solve 12345671234567",
        "solve 44 --moves",
        "solve --game tictactoe b2",
        "solve --game place:4x4:4 --line",
        "why 4444413376652",
    ):
        code = f"""
from kinarow.__main__ import main

sys.argv = {["kinarow", *command.split()]}
main()
"""
        _run(_BLOCKED + code)


@pytest.mark.slow
def test_it_needs_nothing_from_outside(built: Library) -> None:
    nm = shutil.which("nm")
    if nm is None:
        pytest.skip("there is no nm here")
    said = subprocess.run([nm, "-D", "-u", built.path], capture_output=True, text=True, check=True)
    assert {line.split()[-1] for line in said.stdout.splitlines()} <= _FROM_THE_SYSTEM


def test_the_level_is_that_which_the_system_tells(built: Library) -> None:
    told = Path("/proc/cpuinfo")
    if not told.exists() or not module.system_name().endswith("x86_64"):
        pytest.skip("no such file here")
    flags = set(told.read_text().partition("\nflags")[2].partition("\n")[0].split())
    needed = {
        2: "pni ssse3 cx16 sse4_1 sse4_2 popcnt lahf_lm",
        3: "avx fma movbe f16c bmi1 avx2 bmi2 abm",
        4: "avx512f avx512dq avx512cd avx512bw avx512vl",
        5: "avx512_vpopcntdq avx512_bitalg",
    }
    expected = 1
    while expected + 1 in needed and flags.issuperset(needed[expected + 1].split()):
        expected += 1
    assert CDLL(str(built.path))[LEVEL_FUNCTION]() == expected
    assert built.level == LEVELS[expected - 1]


@pytest.mark.parametrize("level", ["", "none", "x86-64-v9"])
def test_a_level_is_chosen_by_its_name(
    built: Library, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINAROW_LEVEL", level or built.level.name)
    module._found.cache_clear()
    found = library_state()
    monkeypatch.undo()
    module._found.cache_clear()
    if level:
        assert f"KINAROW_LEVEL={level}" in str(found)
    else:
        assert isinstance(found, Library)


@pytest.mark.parametrize("damage", ["half", "a bit", "nothing left"])
def test_a_damaged_one_is_not_opened(built: Library, folder: Path, damage: str) -> None:
    content, middle = built.path.read_bytes(), built.path.stat().st_size // 2
    changed = {
        "half": content[:middle],
        "a bit": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :],
        "nothing left": b"",
    }[damage]
    (folder / built.path.name).write_bytes(changed)
    assert open_library() is None
    assert "is damaged" in str(library_state())


def test_one_of_other_sources_or_another_system_is_not_opened(built: Library, folder: Path) -> None:
    assert library_state() == "there is none for this system"
    (folder / built.path.name.replace("linux", "plan9")).write_bytes(built.path.read_bytes())
    assert library_state() == "there is none for this system"
    system, _sources, content = built.path.name.rsplit("-", 2)
    (folder / f"{system}-{'0' * 16}-{content}").write_bytes(built.path.read_bytes())
    module._found.cache_clear()
    assert "a kernel was edited" in str(library_state())


def test_what_is_no_library_is_not_used(folder: Path) -> None:
    (folder / module.name_of(b"what?")).write_bytes(b"what?")
    assert "cannot be loaded" in str(library_state())


@pytest.mark.slow
def test_with_a_damaged_one_numba_compiles_what_is_called(built: Library, folder: Path) -> None:
    (folder / built.path.name).write_bytes(b"damaged")
    solve = """
from kinarow import Position
from kinarow.solver.solver import engine_for

position = Position.start("tictactoe")
print(engine_for(position.spec, megabytes=1).prove(position))
"""
    elsewhere = f"""
from pathlib import Path
from kinarow.native import library

library.FOLDER = Path({str(folder)!r})
"""
    assert _run(elsewhere + solve) == _run(_BLOCKED + solve)


def test_two_that_build_at_once_leave_one_library(folder: Path) -> None:
    content = b"as if it were machine code" * 10_000
    (folder / f"{module.system_name()}-0-0.so").write_bytes(b"an older one")
    (folder / "plan9-0-0.so").write_bytes(b"another system's")
    with ThreadPoolExecutor(4) as builders:
        paths = set(builders.map(building._keep, [content] * 8))
    assert {path.name for path in folder.iterdir()} == {"plan9-0-0.so", *(p.name for p in paths)}
    assert [path.read_bytes() for path in paths] == [content]


@pytest.mark.slow
def test_each_status_is_looked_at(tmp_path: Path, folder: Path) -> None:
    if sys.platform != "linux" or not any(linkers()):
        pytest.skip("there is no linker here that was tried")
    import llvmlite.binding as llvm

    from kinarow.native.building.machine_code import level_object, object_for

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    triple = llvm.get_process_triple()
    notation = """
    define i32 @halved(ptr %result, i64 %number) {
      %odd = and i64 %number, 1
      %half = ashr i64 %number, 1
      store i64 %half, ptr %result
      %status = trunc i64 %odd to i32
      ret i32 %status
    }"""
    objects = [tmp_path / "level.o", tmp_path / "1.o"]
    objects[0].write_bytes(level_object(triple))
    objects[1].write_bytes(object_for(notation, ["halved"], LEVELS[0], triple))
    link(objects, tmp_path / "made")
    halved = Library(building._keep((tmp_path / "made").read_bytes())).function("halved", INT(INT))
    assert (halved(84), halved(-2)) == (42, -1)
    with pytest.raises(RuntimeError, match="halved ended with an error"):
        halved(7)


def test_a_linker_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinarow.native.building.linking.shutil.which", lambda _name: None)
    monkeypatch.setattr("kinarow.native.building.linking.importlib.util.find_spec", lambda _: None)
    with pytest.raises(NotBuiltError, match="no linker here"):
        link([tmp_path / "x.o"], tmp_path / "x.so")
    assert not (tmp_path / "x.so").exists()


def test_an_export_takes_numbers_alone() -> None:
    for kernel in building.exports():
        kinds = {*kernel.signatures[0].arguments, kernel.signatures[0].result}
        assert {kind.name for kind in kinds} <= {INT.name, WORD.name, "nothing"}, kernel.symbol


def test_the_folder_may_be_unreadable(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "glob", refused)
    said = str(library_state())
    monkeypatch.undo()
    assert "cannot be read: Permission denied" in said
