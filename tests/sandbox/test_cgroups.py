"""Where a control group can be had, and what becomes of it."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from kinarow.sandbox import warden
from kinarow.sandbox.backends import Door
from kinarow.sandbox.limits import cgroups
from kinarow.sandbox.limits.cgroups import MemoryGroup, memory_group
from kinarow.sandbox.limits.processes import all_below
from kinarow.sandbox.sandbox import Sandbox
from kinarow.sandbox.warden_settings import SHORT_OF_MEMORY, WardenSettings
from tests.sandbox.attacking import PYTHON, needs


def machine(folder: Path, monkeypatch: pytest.MonkeyPatch, own: dict[str, str]) -> Path:
    """A tree of files such as the kernel has; this process is where `own` says."""
    monkeypatch.setattr(cgroups, "_own_paths", lambda: own)
    root = folder / "cgroup"
    for path in own.values():
        (root / path.lstrip("/")).mkdir(parents=True, exist_ok=True)
    return root


def divided(place: Path, controllers: str) -> None:
    (place / "cgroup.subtree_control").write_text(f"{controllers}\n")
    (place / "cgroup.procs").write_text("")


def test_a_group_is_made_where_memory_is_divided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A group with processes, as ours, has no parts with limits of their own: one above has."""
    root = machine(tmp_path, monkeypatch, {"": "/user.slice/app.slice/shell.scope"})
    divided(root / "user.slice", "cpu memory pids")
    divided(root / "user.slice" / "app.slice", "cpu memory pids")
    divided(root / "user.slice" / "app.slice" / "shell.scope", "")
    group = memory_group(1 << 20, root)
    assert group is not None
    assert group.folder.parent == root / "user.slice" / "app.slice"
    written = {path.name: path.read_text() for path in group.folder.iterdir()}
    assert written == {"memory.max": "1048576"}
    group.join()
    assert (group.folder / "cgroup.procs").read_text() == "0"
    events = group.folder / "memory.events"
    for text, lost, reached in (
        ("low 0\nmax 7\noom 0\noom_kill 0\n", False, False),
        ("low 0\nmax 7\noom 1\noom_kill 1\n", True, True),
        ("low 0\nmax 0\noom 0\noom_kill 2\n", True, False),  # the machine was short
    ):
        events.write_text(text)
        assert (group.has_lost_processes(), group.has_reached_limit()) == (lost, reached)


def test_the_first_version_has_a_tree_for_memory_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = machine(tmp_path, monkeypatch, {"cpu": "/", "memory": "/service"})
    (root / "memory" / "service").mkdir(parents=True)
    group = memory_group(1 << 20, root)
    assert group is not None
    assert group.folder.parent == root / "memory" / "service"
    assert (group.folder / "memory.limit_in_bytes").read_text() == "1048576"
    assert not group.has_lost_processes()
    (group.folder / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 2")
    (group.folder / "memory.max_usage_in_bytes").write_text("104857\n")
    assert group.has_lost_processes()
    assert not group.has_reached_limit()
    (group.folder / "memory.max_usage_in_bytes").write_text("1048576\n")
    assert group.has_reached_limit()


@pytest.mark.parametrize("own", [{"": "/container"}, {"cpu": "/"}, {"memory": "/none"}, {}])
def test_there_need_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: dict[str, str]
) -> None:
    root = machine(tmp_path, monkeypatch, own)
    assert memory_group(1 << 20, root) is None


def test_what_a_killed_warden_left_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = machine(tmp_path, monkeypatch, {"memory": "/"})
    place = root / "memory"
    left, used, other = f"kinarow-{2**22 + 1}-ab", f"kinarow-{os.getpid()}-cd", "kinarow.service"
    for name in (left, used, other):
        (place / name).mkdir(parents=True)
    group = memory_group(1 << 20, root)
    assert group is not None
    (group.folder / "memory.limit_in_bytes").unlink()  # which the kernel's files need not be
    group.remove()
    assert {path.name for path in place.iterdir()} == {used, other}


class Ended:
    """A program that is still there when one of its processes was ended."""

    def took_too_much_space(self) -> bool:
        return False

    def returncode(self) -> int | None:
        return None

    def end(self) -> None:
        raise AssertionError


@pytest.mark.parametrize(
    ("reached", "reason"),
    [(True, "used more than 64 MB of memory"), (False, SHORT_OF_MEMORY)],
)
def test_whose_fault_a_want_of_memory_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reached: bool, reason: str
) -> None:
    group = MemoryGroup(tmp_path, is_second=True)
    monkeypatch.setattr(MemoryGroup, "has_lost_processes", lambda _: True)
    monkeypatch.setattr(MemoryGroup, "has_reached_limit", lambda _: reached)
    monkeypatch.setattr(warden, "_wakes_at_the_end_of_children", lambda: os.pipe()[0])
    settings = WardenSettings("bubblewrap", [], {}, [], [], None, 64 << 20, 1, 1)
    mine, theirs = socket.socketpair()
    with mine, theirs:
        found = warden._watch(Ended(), settings, mine, os.getppid(), group)
    assert found == reason


@pytest.mark.slow
def test_a_program_is_in_its_group_as_long_as_it_runs() -> None:
    group = memory_group(1 << 30)
    if group is None:
        pytest.skip("no control groups here")
    group.remove()
    needs(Door.BUBBLEWRAP)
    code = "print(flush=True); input()"
    with Sandbox().start(Door.BUBBLEWRAP, [PYTHON, "-I", "-S", "-c", code]) as program:
        program.stdout.readline()
        (made,) = group.folder.parent.glob(f"kinarow-{program.pid}-*")
        inside = (made / "cgroup.procs").read_text().split()
        assert {*map(int, inside)} & {*all_below(program.pid)}
        assert program.pid not in map(int, inside)
    assert not made.exists()
