"""An edited kernel must take effect, wherever the edit is."""

from __future__ import annotations

import ast
import errno
import os
import runpy
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

import kinarow
from kinarow.game import Position
from kinarow.game.perft import perft
from kinarow.native import cache
from kinarow.native.compiling import when_compiling

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


HEARD = (
    "from kinarow.native.compiling import when_compiling\n"
    "compiled = []\n"
    "with when_compiling(lambda: compiled.append(1)):\n"
    f"    {PERFT.replace('; ', chr(10) + '    ')}\n"
    "print(len(compiled) > 0)"
)
TRUE_NODES = str(perft(Position.start("drop:4x4:3"), 6))


def test_what_is_edited_is_compiled_and_what_is_not_is_not(
    copied_package: Path, tmp_path: Path
) -> None:
    def nodes() -> list[str]:
        """The number of nodes, and whether anything was compiled to count them."""
        return run(copied_package.parent, tmp_path / "cache", HEARD).split()

    assert nodes() == [TRUE_NODES, "True"]
    assert nodes() == [TRUE_NODES, "False"]
    # The helper is in another file than the kernel that uses it: the case numba's cache misses.
    helper = copied_package / "game" / "line_kernel.py"
    text, date = helper.read_text(), helper.stat()
    helper.write_text(text.replace("return True", "return False"))
    os.utime(helper, ns=(date.st_atime_ns, date.st_mtime_ns))
    # Now no line ends a game: six stones in four columns, none of which takes five or six.
    assert nodes() == [str(4**6 - 4 * (6 * 3) - 4), "True"]
    helper.write_text(text)
    kernel = copied_package / "game" / "perft_kernel.py"
    kernel.write_text(kernel.read_text().replace("NODES, FIRST_WINS,", "FIRST_WINS, NODES,"))
    assert nodes()[0] != TRUE_NODES


def test_without_a_writable_cache_kernels_still_run(tmp_path: Path) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    assert run(PACKAGE.parent, blocked, PERFT) == TRUE_NODES


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


@pytest.fixture
def anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of all caches, to be found anew, and another one for temporary files."""
    root = tmp_path / "caches"
    monkeypatch.setenv("KINAROW_CACHE_DIR", str(root))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    cache.folder.cache_clear()
    yield root
    cache.folder.cache_clear()


@pytest.mark.skipif(sys.platform == "win32", reason="other rights")
@pytest.mark.parametrize("place", ["", "kernels", "kernels/FINGERPRINT"])
def test_a_folder_that_others_can_write_to_is_left_alone(
    place: str, anew: Path, tmp_path: Path
) -> None:
    folder = anew / place.replace("FINGERPRINT", cache.fingerprint())
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    with pytest.warns(RuntimeWarning, match=rf"{folder} can be written .* is used instead"):
        used = cache.folder()
    assert used is not None
    assert used.is_relative_to(tmp_path / f"kinarow-{os.getuid()}")
    assert used.stat().st_mode & 0o022 == 0


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can do that")
def test_a_folder_of_another_user_is_left_alone(anew: Path, tmp_path: Path) -> None:
    for folder in (anew, tmp_path / "kinarow-0"):  # somebody has thought of that one, too
        folder.mkdir()
        os.chown(folder, 60_000, 60_000)
    with pytest.warns(RuntimeWarning, match=r"belongs to another user: none is used"):
        assert cache.folder() is None


def test_what_is_made_is_its_users_own(anew: Path) -> None:
    before = os.umask(0)
    try:
        folder = cache.folder()
    finally:
        os.umask(before)
    assert folder is not None
    for place in (anew, folder.parent, folder):
        assert place.stat().st_mode & 0o022 == 0


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


TINY = """
from kinarow.native.jit import jit, jit_for
from kinarow.native.types import INT

@jit
def twice(number):
    return 2 * number

@jit_for(INT(INT))
def thrice(number):
    return 3 * number
"""


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """A file of two kernels with a cache of its own. Each call runs the file anew, as another
    process would, and says whether anything was compiled."""
    file, folder = tmp_path / "source" / "tiny_kernel.py", tmp_path / "cache"
    file.parent.mkdir()
    folder.mkdir()
    file.write_text(TINY)
    monkeypatch.setattr(cache, "folder", lambda: folder)

    def run_again() -> bool:
        compiled: list[bool] = []
        with when_compiling(lambda: compiled.append(True)):
            tiny = runpy.run_path(str(file))
            assert (tiny["twice"](7), tiny["thrice"](7)) == (14, 21)
        # Numba would use the folder of the sources as well, where an edit elsewhere is not noticed.
        assert [path.name for path in file.parent.iterdir()] == [file.name]
        return bool(compiled)

    return run_again


def full(*_arguments: object, **_keywords: object) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("what", ["open", "tempfile.TemporaryFile", "os.makedirs", "os.replace"])
def test_on_a_full_disk_kernels_run_without_the_cache(
    what: str, kernels: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patched.setattr(f"numba.core.caching.{what}", full, raising=what != "open")
        assert kernels()
    assert kernels()
    assert not kernels()


def test_a_cache_that_cannot_be_written_is_told(
    kernels: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numba.core.caching.os.replace", full)
    with pytest.warns(RuntimeWarning, match=r"cannot be kept .* No space left") as told:
        kernels()
    assert len(told) == 1  # though there are two kernels


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 2],
    "cut off near its end": lambda data: data[:-40],
    "empty": lambda data: b"",
    "noughts": lambda data: bytes(len(data)),
    "noughts in its middle": lambda data: data[:1000] + bytes(2000) + data[3000:],
}


@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_cache_is_made_anew(
    ending: str, kind: str, kernels: Callable[[], bool], tmp_path: Path
) -> None:
    assert kernels()
    assert not kernels()
    for file in (tmp_path / "cache").rglob(f"*.{ending}"):
        file.write_bytes(DAMAGE[kind](file.read_bytes()))
    assert kernels()
    assert not kernels()
