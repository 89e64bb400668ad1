"""Hostile programs in real sandboxes: nothing is read, nothing changed, and all are gone."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kinarow.sandbox.backends import Door
from kinarow.sandbox.limits.cgroups import memory_group
from kinarow.sandbox.sandbox import Sandbox
from tests.running import wait_until
from tests.sandbox.attacking import (
    ORDINARY_USER,
    PYTHON,
    Attack,
    attack_by,
    needs,
    needs_other_users,
    things_outside,
)
from tests.strategies import SOAKING

pytestmark = pytest.mark.slow

SELF = None
"""The user who runs the tests."""

ALL = [(door, user) for door in Door for user in (SELF, ORDINARY_USER)]
ALL.remove((Door.OWN_USER, ORDINARY_USER))  # only root can be another user
BY_SELF = [(door, SELF) for door in Door]
FEW = [(Door.BUBBLEWRAP, SELF)]

WEAKER = {Door.OWN_USER: {"see_processes", "have_others_ended_first"}}
"""What a door cannot refuse."""

HARMLESS = (
    "read_a_private_file", "read_another_submission", "list_home", "write_outside",
    "write_into_kernel_cache", "connect_tcp", "send_udp", "connect_unix", "connect_without_a_file",
    "call_socket", "see_processes", "hide_memory", "hide_memory_in_segments",
    "open_up_a_private_file", "age_a_private_file", "slow_down_a_process",
    "write_memory_of_a_process", "shorten_life_of_a_process", "signal_by_descriptor",
    "hide_memory_in_shared_pages", "hide_memory_in_a_device", "hide_memory_in_a_pipe",
    "begin_a_session", "begin_a_group", "run_on_every_core", "wait_behind_everyone",
    "lock_a_file_that_all_read", "lock_a_part_of_a_file_that_all_read",
    "watch_a_file_that_all_read", "have_others_ended_first",
    "have_a_file_that_all_read_forgotten", "have_everything_written",
)  # fmt: skip
"""Attempts that can be shown to succeed without a sandbox and do no harm to the machine."""


def _name(door_and_user: tuple[Door, int | None]) -> str:
    door, user = door_and_user
    return f"{door.value}, {'self' if user is None else 'ordinary user'}"


@pytest.fixture
def attack(request: pytest.FixtureRequest) -> Iterator[tuple[Door, Attack]]:
    door, user = request.param
    if user is not None:
        needs_other_users()
    needs(door)
    with attack_by(user) as attack:
        yield door, attack


in_every_door = pytest.mark.parametrize("attack", ALL, indirect=True, ids=_name)
in_every_door_by_self_when_soaking = pytest.mark.parametrize(
    "attack", BY_SELF if SOAKING else FEW, indirect=True, ids=_name
)
in_every_door_when_soaking = pytest.mark.parametrize(
    "attack", ALL if SOAKING else FEW, indirect=True, ids=_name
)


@in_every_door
def test_nothing_outside_is_reached(
    attack: tuple[Door, Attack], monkeypatch: pytest.MonkeyPatch
) -> None:
    door, attacker = attack
    monkeypatch.setenv("CALLERS_TOKEN", "secret")
    with things_outside(attacker) as outside:
        ended = attacker.run(door, "reach_out.py", json.dumps(outside.told))
        outcomes = json.loads(ended.out)
        got = {name: what for name, (how, what) in outcomes.items() if how == "got"}
        assert set(got) == WEAKER.get(door, set()), got
        assert len(outcomes) > 50
        assert not outside.problems()
    assert not list(attacker.submission.source.glob("written"))


def test_the_attempts_succeed_without_a_sandbox() -> None:
    with attack_by(SELF) as attack, things_outside(attack) as outside:
        told = json.dumps(outside.told | {"names": HARMLESS})
        done = subprocess.run(
            attack.command("reach_out.py", told), stdout=subprocess.PIPE, check=True
        )
        refused = {
            name: what for name, (how, what) in json.loads(done.stdout).items() if how != "got"
        }
        assert not refused
        outside.victim.wait()
        assert len(outside.problems()) == 8, outside.problems()


@in_every_door
def test_there_are_no_more_processes_than_allowed(attack: tuple[Door, Attack]) -> None:
    door, attacker = attack
    ended = attacker.run(door, "multiply.py", 1000, "leaves", processes=30)
    # What counts for its user besides may have ended meanwhile, and leaves room for a few more.
    assert 5 < int(ended.out) < 40
    assert ended.code == 0
    assert attacker.survivors() == []


@in_every_door_by_self_when_soaking
def test_twenty_children_end_with_their_sandbox(attack: tuple[Door, Attack]) -> None:
    door, attacker = attack
    with attacker.start(door, "multiply.py", 20, "stays") as program:
        assert int(program.stdout.readline()) == 20
        assert len(attacker.survivors()) > 20
    assert attacker.survivors() == []
    assert program.returncode == -signal.SIGKILL
    assert program.reason is None


@in_every_door
def test_a_killed_program_leaves_nothing_behind(attack: tuple[Door, Attack]) -> None:
    door, attacker = attack
    driver = attacker.driver(door, "multiply.py", 20, "stays", until="first line")
    assert driver.stdout is not None
    assert driver.stdin is not None
    assert driver.stdout.readline() == b"running\n"
    assert len(attacker.survivors()) > 20
    driver.kill()
    driver.wait()
    driver.stdout.close()
    driver.stdin.close()
    wait_until(lambda: not attacker.survivors(), "processes outlive the one that started them")


@in_every_door_when_soaking
def test_the_memory_of_all_processes_is_limited(attack: tuple[Door, Attack]) -> None:
    door, attacker = attack
    ended = attacker.run(door, "fill_memory.py", 8, 20 << 20, megabytes=96)
    assert ended.reason == "used more than 96 MB of memory"
    assert ended.code == -signal.SIGKILL
    assert attacker.survivors() == []


@in_every_door_by_self_when_soaking
def test_memory_below_the_limit_is_granted(attack: tuple[Door, Attack]) -> None:
    door, attacker = attack
    with attacker.start(door, "fill_memory.py", 2, 20 << 20, megabytes=256) as program:
        assert program.stdout.readline() == b"started\n"
        assert program.poll() is None


@in_every_door_by_self_when_soaking
@pytest.mark.parametrize("how", ["in_shared_pages", "in_a_device"])
def test_memory_is_not_hidden_in_pages_that_nobody_has(
    attack: tuple[Door, Attack], how: str
) -> None:
    door, attacker = attack
    ended = attacker.run(door, "hide_memory.py", how, 4, 100, megabytes=128)
    assert ended.out.count("[Errno") == 4, ended
    assert "hidden" not in ended.out


@pytest.mark.skipif(not SOAKING, reason="takes several seconds")
@in_every_door_by_self_when_soaking
def test_what_the_kernel_keeps_for_a_program_counts(attack: tuple[Door, Attack]) -> None:
    """Where there are groups of processes whose memory it counts."""
    group = memory_group(1 << 30)
    if group is None:
        pytest.skip("no control groups here")
    group.remove()
    door, attacker = attack
    ended = attacker.run(
        door, "hide_memory.py", "in_mappings", 8, 12, megabytes=64, scratch_megabytes=2
    )
    assert ended.reason == "used more than 64 MB of memory"
    assert ended.code == -signal.SIGKILL
    assert attacker.survivors() == []
    assert not list(group.folder.parent.glob(f"kinarow-{os.getpid()}-*"))


@in_every_door_when_soaking
def test_the_number_of_files_is_limited(attack: tuple[Door, Attack]) -> None:
    door, attacker = attack
    ended = attacker.run(door, "make_files.py")
    assert ended.reason == "wrote more than 64 MB or too many files"


@in_every_door
@pytest.mark.parametrize(("depth", "name"), [(1900, "n"), (1500, "n" * 40)])
def test_folders_are_removed_however_deep(
    attack: tuple[Door, Attack], depth: int, name: str
) -> None:
    door, attacker = attack
    ended = attacker.run(door, "nest.py", depth, name)
    refused = "wrote more than 64 MB or too many files"  # what is too deep to be counted
    assert (ended.code, ended.reason) in ((0, None), (-signal.SIGKILL, refused))
    scratch = ended.out.strip()
    assert scratch
    assert door is Door.BUBBLEWRAP or not os.path.exists(scratch)


@pytest.mark.parametrize("place", ["/dev/shm", "/tmp", "/var/tmp", "/run/lock"])
def test_what_one_leaves_is_not_counted_for_another(place: str) -> None:
    """Users are taken again by who comes next: what a killed warden left is not theirs."""
    needs(Door.OWN_USER)
    if not os.path.isdir(place) or os.stat(place).st_mode & 0o1002 != 0o1002:
        pytest.skip(f"{place} is not open to all")
    left = {user: tempfile.mkdtemp("-left", dir=place) for user in range(60706, 60726)}
    try:
        for user, folder in left.items():
            Path(folder, "file").touch()
            os.chown(folder, user, user)
        code = "import os, sys; print(os.getuid(), flush=True); sys.stdin.read()"
        with Sandbox().start(Door.OWN_USER, [PYTHON, "-I", "-S", "-c", code]) as program:
            assert not os.path.exists(left[int(program.stdout.readline())])
    finally:
        for folder in left.values():
            shutil.rmtree(folder, ignore_errors=True)


@in_every_door_when_soaking
def test_the_space_of_all_files_is_limited(attack: tuple[Door, Attack]) -> None:
    door, attacker = attack
    files, each = (20, 60 << 20) if SOAKING else (10, 4 << 20)
    limit = 64 if SOAKING else 8
    ended = attacker.run(door, "fill_disk.py", files, each, scratch_megabytes=limit)
    folder, *written = ended.out.split()
    if ended.reason is None:
        assert 0 < int(written[0]) <= limit << 20
    else:
        assert ended.reason == f"wrote more than {limit} MB or too many files"
    assert door is Door.BUBBLEWRAP or not os.path.exists(folder)
