"""Where a control group can be had, and what becomes of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kinarow.sandbox.limits import cgroups
from kinarow.sandbox.limits.cgroups import memory_group


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
