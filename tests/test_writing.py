"""Files that are written as a whole, or not at all."""

from __future__ import annotations

import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from kinarow.writing import write_whole


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_whole(file, b"one")
    write_whole(file, b"two")
    assert file.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_whole(file, b"old")
    with pytest.raises(TypeError):
        write_whole(file, "text")  # type: ignore[arg-type]
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"through it")
    reader.join(600)
    assert read == [b"through it"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_an_existing_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(mode)
    write_whole(file, b"new")
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.skipif(sys.platform == "win32", reason="permissions")
@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_permissions_that_the_umask_leaves(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "file", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o666 & ~mask


@pytest.mark.skipif(sys.platform == "win32", reason="permissions")
def test_what_replaces_a_private_file_is_private_before_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    seen: list[int] = []
    file.write_bytes(b"old")
    file.chmod(0o600)
    fsync = os.fsync

    def watched(number: int) -> None:
        seen.extend(stat.S_IMODE(found.stat().st_mode) for found in tmp_path.glob("*.unfinished"))
        fsync(number)

    monkeypatch.setattr(os, "fsync", watched)
    write_whole(file, b"new")
    assert seen == [0o600]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_links_are_written_through(tmp_path: Path) -> None:
    real, link, far = tmp_path / "real", tmp_path / "link", tmp_path / "far"
    real.write_bytes(b"old")
    link.symlink_to("real")
    far.symlink_to(link)
    write_whole(far, b"new")
    assert real.read_bytes() == b"new"
    assert link.is_symlink()
    assert far.is_symlink()
    (tmp_path / "dangling").symlink_to(tmp_path / "not there yet")
    write_whole(tmp_path / "dangling", b"now it is")
    assert (tmp_path / "not there yet").read_bytes() == b"now it is"
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="symbolic links"):
        write_whole(tmp_path / "loop", b"new")
    assert (tmp_path / "loop").is_symlink()


def test_file_and_folder_are_on_the_disk_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, synced = tmp_path / "file", []

    def note(number: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(number).st_mode)
        synced.append("folder" if is_folder else "file")
        assert file.exists() == is_folder  # the data before the name, the name before the end

    monkeypatch.setattr(os, "fsync", note)
    write_whole(file, b"new")
    assert synced == (["file"] if sys.platform == "win32" else ["file", "folder"])


def test_threads_that_write_the_same_file_leave_one_of_theirs(tmp_path: Path) -> None:
    file = tmp_path / "file"
    written = [bytes([number]) * 100_000 for number in range(8)]
    threads = [threading.Thread(target=write_whole, args=(file, data)) for data in written]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(600)
    assert file.read_bytes() in written
    assert list(tmp_path.iterdir()) == [file]
