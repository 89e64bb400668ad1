"""An edited kernel must take effect, wherever the edit is."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kinarow
from kinarow.native import cache

pytestmark = pytest.mark.slow

PACKAGE = Path(kinarow.__file__).parent
PERFT = (
    "from kinarow.game import Position; from kinarow.game.perft import perft; "
    "print(perft(Position.start('drop:4x4:3'), 6))"
)


def run(package_parent: Path, cache_folder: Path, code: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(package_parent),
        "KINAROW_CACHE_DIR": str(cache_folder),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def copied_package(tmp_path: Path) -> Path:
    """A copy of the package that a test may edit."""
    copy = tmp_path / "source" / "kinarow"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    return copy


def test_an_edited_helper_in_another_file_takes_effect(
    copied_package: Path, tmp_path: Path
) -> None:
    # The helper is in another file than the kernel that uses it: the case numba's cache misses.
    helper = copied_package / "game" / "line_kernel.py"

    def nodes() -> str:
        return run(copied_package.parent, tmp_path / "cache", PERFT)

    true_nodes = nodes()
    assert nodes() == true_nodes
    date = helper.stat()
    helper.write_text(helper.read_text().replace("return True", "return False"))
    os.utime(helper, ns=(date.st_atime_ns, date.st_mtime_ns))
    # Now no line ends a game: six stones in four columns, none of which takes five or six.
    assert nodes() == str(4**6 - 4 * (6 * 3) - 4)
    assert true_nodes != nodes()


def test_an_edited_constant_takes_effect(copied_package: Path, tmp_path: Path) -> None:
    def nodes() -> str:
        return run(copied_package.parent, tmp_path / "cache", PERFT)

    before = nodes()
    kernel = copied_package / "game" / "perft_kernel.py"
    kernel.write_text(kernel.read_text().replace("NODES, FIRST_WINS,", "FIRST_WINS, NODES,"))
    assert nodes() != before


def test_unchanged_kernels_come_from_the_cache(copied_package: Path, tmp_path: Path) -> None:
    heard = (
        "from kinarow.native.jit import when_compiling\n"
        "compiled = []\n"
        "with when_compiling(lambda: compiled.append(1)):\n"
        f"    {PERFT.replace('; ', chr(10) + '    ')}\n"
        "print(len(compiled) > 0)"
    )
    said = [run(copied_package.parent, tmp_path / "cache", heard).split()[-1] for _ in range(2)]
    assert said == ["True", "False"]


def test_without_a_writable_cache_kernels_still_run(copied_package: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    nodes = run(copied_package.parent, blocked, PERFT)
    assert nodes == run(copied_package.parent, tmp_path / "cache", PERFT)


def test_folders_unused_for_a_month_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINAROW_CACHE_DIR", str(tmp_path))
    old, recent = tmp_path / "kernels" / "old", tmp_path / "kernels" / "recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    cache.folder.cache_clear()
    try:
        current = cache.folder()
    finally:
        cache.folder.cache_clear()
    assert current is not None
    assert current.is_dir()
    assert recent.is_dir()
    assert not old.exists()


def imported_by(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def is_kernel(path: Path) -> bool:
    return path.name == "kernel.py" or path.name.endswith("_kernel.py")


def test_kernels_live_in_kernel_files_and_see_only_hashed_sources() -> None:
    hashed = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in cache.sources()
    }
    for path in PACKAGE.rglob("*.py"):
        imports = {name for name in imported_by(path) if name.startswith("kinarow")}
        if is_kernel(path):
            assert imports <= hashed, f"{path.name} imports what the cache does not hash"
        elif path.parent.name != "native":
            text = path.read_text()
            assert "@jit" not in text, f"{path} compiles, so it must be named *_kernel.py"
