"""What a program in a sandbox is given, and what is said where that cannot be."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kinarow.errors import SandboxError
from kinarow.sandbox import finding as finding
from kinarow.sandbox.backends import Door
from kinarow.sandbox.finding import find_sandbox
from kinarow.sandbox.folders import Folder, python_folders
from kinarow.sandbox.sandbox import Sandbox
from tests.sandbox.attacking import SOURCES, needs

PAGE = Path(__file__).parents[2] / "docs" / "sandbox.md"


@pytest.fixture
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="submission-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def nothing_tried_yet() -> Iterator[None]:
    for remembered in (finding.find_sandbox, finding.why_not):
        remembered.cache_clear()
    yield
    for remembered in (finding.find_sandbox, finding.why_not):
        remembered.cache_clear()


@pytest.mark.slow
def test_a_folder_appears_where_it_should(folder: Path) -> None:
    needs(Door.BUBBLEWRAP)
    (folder / "main.py").write_text("import os; print(os.getcwd(), sorted(os.listdir()), __file__)")
    agent = Folder(folder, "/kaggle_simulations/agent")
    sandbox = Sandbox((agent,), working_folder=agent)
    command = [sys.executable, "-I", f"{Door.BUBBLEWRAP.place_of(agent)}/main.py"]
    with sandbox.start(Door.BUBBLEWRAP, command) as program:
        assert program.stdout.read().decode().split() == [
            "/kaggle_simulations/agent", "['main.py']", "/kaggle_simulations/agent/main.py",
        ]  # fmt: skip
        assert program.wait() == 0


@pytest.mark.slow
@pytest.mark.parametrize("door", [Door.BUBBLEWRAP, Door.LANDLOCK])
def test_what_is_hidden_cannot_be_read(door: Door, folder: Path) -> None:
    """At any depth; what is beside it can."""
    needs(door)
    (folder / "a" / "b").mkdir(parents=True)
    for name in ("shown", "secret", "a/shown", "a/b/secret", "a/b/shown"):
        (folder / name).write_text("read")
    (folder / "main.py").write_text(
        "import pathlib\n"
        "for name in ('shown', 'secret', 'a/shown', 'a/b/secret', 'a/b/shown'):\n"
        "    try: print(name, pathlib.Path(name).read_text())\n"
        "    except OSError: print(name)\n"
    )
    shown = Folder(folder, "/elsewhere")  # where the door can do that
    hidden = folder / "secret", folder / "a" / "b" / "secret"
    sandbox = Sandbox((shown,), working_folder=shown, hidden=hidden)
    with sandbox.start(door, [sys.executable, "-I", "main.py"]) as program:
        said = program.stdout.read().decode().split("\n")
    found = dict(line.partition(" ")[::2] for line in said if line)
    assert found == {
        "shown": "read", "secret": "", "a/shown": "read", "a/b/secret": "", "a/b/shown": "read",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("door", [Door.BUBBLEWRAP, Door.LANDLOCK])
def test_a_program_talks_by_pipes_and_can_write_a_little(door: Door, folder: Path) -> None:
    needs(door)
    (folder / "talk.py").write_text(
        "import os, tempfile, threading\n"
        "import numpy, kinarow\n"
        "threading.Thread(target=print, args=(os.environ['GIVEN'], tempfile.gettempdir() == "
        "os.environ['HOME'] == os.getcwd())).start()\n"
        "open('kept', 'w').write(input()[::-1])\n"
        "print(open('kept').read(), numpy.arange(3).sum(), flush=True)\n"
        "raise SystemExit(7)\n"
    )
    environment = {"GIVEN": "yes", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(SOURCES)}
    sandbox = Sandbox((Folder(folder),), environment)
    with sandbox.start(door, [sys.executable, str(folder / "talk.py")]) as program:
        assert program.poll() is None
        program.stdin.write(b"hello\n")
        program.stdin.flush()
        assert program.stdout.read().decode().splitlines() == ["yes True", "olleh 3"]
        assert program.wait() == program.poll() == 7
    program.end()  # once more does no harm
    assert program.reason is None


@pytest.mark.slow
@pytest.mark.parametrize("door", [Door.BUBBLEWRAP, Door.LANDLOCK])
def test_a_signal_is_told_as_python_tells_it(door: Door) -> None:
    needs(door)
    command = [sys.executable, "-I", "-S", "-c", "import os; os.abort()"]
    with Sandbox().start(door, command) as program:
        assert program.wait() == -6


@pytest.mark.slow
def test_the_example_of_the_page(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    needs(Door.BUBBLEWRAP)
    (folder / "bots" / "ann").mkdir(parents=True)
    (folder / "bots" / "ann" / "main.py").write_text("while True: print(input()[::-1])")
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    (folder / "example.py").write_text(example)
    monkeypatch.chdir(folder)
    runpy.run_path("example.py")
    assert capsys.readouterr().out == "b'noitseuq a\\n' -9 None\n"


@pytest.mark.slow
def test_waiting_has_an_end() -> None:
    needs(Door.BUBBLEWRAP)
    command = [sys.executable, "-I", "-S", "-c", "input()"]
    with (
        Sandbox().start(Door.BUBBLEWRAP, command) as program,
        pytest.raises(subprocess.TimeoutExpired),
    ):
        program.wait(0)
    assert program.returncode == -9


@pytest.mark.slow
def test_a_command_that_is_not_there_is_told() -> None:
    needs(Door.LANDLOCK)
    with pytest.raises(SandboxError, match=r"cannot be started: .*No such file.*/no/such"):
        Sandbox().start(Door.LANDLOCK, ["/no/such"])


def test_home_is_never_shown() -> None:
    for path in (Path("/"), Path.home()):
        with pytest.raises(SandboxError, match="contains the home folder"):
            Sandbox((Folder(path),)).start(Door.BUBBLEWRAP, ["true"])
    assert not any(Path.home().is_relative_to(folder.source) for folder in python_folders())


def test_what_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SandboxError, match="missing, which the sandbox is to show, cannot be read"):
        Sandbox((Folder(tmp_path / "missing"),)).start(Door.BUBBLEWRAP, ["true"])
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: 0)
    with pytest.raises(SandboxError, match=r"chmod -R a\+rX .*private"):
        Sandbox((Folder(private),)).start(Door.BUBBLEWRAP, ["true"])


@pytest.mark.usefixtures("nothing_tried_yet")
def test_without_any_door_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    monkeypatch.setattr("kinarow.sandbox.confinement.kernel_calls.landlock_version", lambda: 0)
    with pytest.raises(SandboxError) as refused:
        find_sandbox()
    assert str(refused.value) == (
        "programs of others cannot be kept in here: bubblewrap: not installed; landlock: not in "
        "this kernel; own user: needs root; install bubblewrap (apt install bubblewrap), or use "
        "--trust to run them without a sandbox"
    )


@pytest.mark.usefixtures("nothing_tried_yet")
def test_doors_are_tried_in_order_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def only_landlock(door: Door, python: str) -> str | None:
        tried.append(door)
        return None if door is Door.LANDLOCK else "broken"

    monkeypatch.setattr(finding, "_what_is_missing", lambda door: None)
    monkeypatch.setattr(finding, "_try", only_landlock)
    assert find_sandbox() is find_sandbox() is Door.LANDLOCK
    assert tried == [Door.BUBBLEWRAP, Door.LANDLOCK]
