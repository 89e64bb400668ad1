"""`kinarow doctor`, with something missing, something old, something broken."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import sqlite3
import sys
from importlib import metadata
from pathlib import Path

import pytest

import kinarow.cli
from kinarow.api.installation import Installation, check_installation
from kinarow.api.validation import Check
from tests.running import Run


def _found(installation: Installation, about: str) -> Check:
    return next(c for group in installation.groups.values() for c in group if c.about == about)


def test_here_everything_is_there(run: Run) -> None:
    done = run("doctor", "--quick", "--json")
    assert (done.code, json.loads(done.out)["fine"]) == (0, True)
    text = run("doctor", "--quick").out
    for words in ("kinarow", "numba", "caches", "positions of Connect Four"):
        assert words in text


def test_what_is_missing_or_old_is_told_with_what_to_do(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name in ("rich", "typst"):
            raise metadata.PackageNotFoundError(name)
        return "1.26.4" if name == "numpy" else real(name)

    monkeypatch.setattr(metadata, "version", version)
    found = check_installation(trials=False)
    assert _found(found, "rich").state == "missing"
    assert _found(found, "rich").remedy == "pip install --upgrade 'rich'"
    assert _found(found, "numpy").state == "old"
    assert "1.26.4, needs 2.0 or newer" in _found(found, "numpy").detail
    assert _found(found, "typst").state == "left out"
    assert _found(found, "typst").remedy == "pip install --upgrade 'kinarow[report]'"
    done = run("doctor", "--quick")
    assert done.code == 1
    assert "old: 1.26.4, needs 2.0 or newer" in done.out


def test_what_is_broken_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError("the disk\nis damaged")

    monkeypatch.setattr("kinarow.solver.book.book.shipped_book", fails)
    monkeypatch.setattr("kinarow.api.positions.best_move", fails)
    monkeypatch.setattr("kinarow.sandbox.finding.find_sandbox", fails)
    found = check_installation()
    assert not found.is_fine
    assert _found(found, "book of openings").detail == "the disk"
    assert _found(found, "compiled search").state == "broken"
    assert _found(found, "sandbox").state == "left out"
    assert "→ install kinarow again" in str(found)


def test_a_copy_that_was_never_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", unknown)
    packages = check_installation(trials=False).groups["Packages"]
    assert [c.state for c in packages] == ["broken"]


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "caches"
    monkeypatch.setenv("KINAROW_CACHE_DIR", str(folder))
    return folder


def _quick(about: str) -> Check:
    return _found(check_installation(trials=False), about)


def test_a_cache_that_is_a_file(caches: Path) -> None:
    assert _quick("caches").state == "ok"  # not there yet
    caches.write_text("")
    assert (_quick("caches").state, _quick("caches").detail) == ("broken", f"{caches} is no folder")


def test_a_cache_that_others_can_write_to(caches: Path) -> None:
    caches.mkdir()
    assert _quick("compiled kernels").detail == "0 for this version"
    caches.chmod(0o777)
    found = _quick("compiled kernels")
    assert (found.state, "can be written by other users" in found.detail) == ("broken", True)
    assert "KINAROW_CACHE_DIR" in found.remedy


@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away"
)
def test_a_cache_of_another_user(caches: Path) -> None:
    caches.mkdir()
    os.chown(caches, 4321, -1)
    assert _quick("compiled kernels").detail == f"{caches} belongs to another user"


def test_a_cache_that_cannot_be_written(caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caches.mkdir()
    # Root may write anywhere, whatever the permissions say.
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != caches)
    assert _quick("caches").detail == f"{caches} cannot be written"
    assert _quick("compiled kernels").state == "broken"


def test_damaged_kernels_are_counted_and_do_no_harm(caches: Path) -> None:
    from kinarow.native.cache import kept_in
    from kinarow.native.checksum import sealed

    kept_in().mkdir(parents=True)
    (kept_in() / "whole.nbc").write_bytes(sealed(b"machine code"))
    (kept_in() / "cut.nbc").write_bytes(sealed(b"machine code")[:-1])
    (kept_in() / "empty.nbc").write_bytes(b"")
    found = _quick("compiled kernels")
    assert found.state == "ok"
    assert found.detail.startswith("3 for this version, 2 of them damaged")


def test_a_damaged_database(caches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caches.mkdir()
    with sqlite3.connect(caches / "labels.db") as labels:
        labels.execute("CREATE TABLE labels (state TEXT)")
    labels.close()
    assert _quick("exact values").detail == "1 file without damage"
    (caches / "labels.db").write_bytes(b"no database, but long enough to be looked at" * 99)
    assert _quick("exact values").state == "broken"
    assert "labels.db is damaged" in _quick("exact values").detail
    monkeypatch.setattr("kinarow.places.data_root", lambda: tmp_path / "data")
    (tmp_path / "data" / "tournaments").mkdir(parents=True)
    (tmp_path / "data" / "tournaments" / "one.games").write_bytes(b"not a database" * 99)
    assert "one.games is damaged" in _quick("tournaments").detail


def test_its_own_files_are_those_that_were_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "kinarow"
    package.mkdir()
    (package / "rules.py").write_text("a = 1\n")
    info = tmp_path / "kinarow-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kinarow\nVersion: 1\n")
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"a = 1\n").digest()).rstrip(b"=").decode()
    (info / "RECORD").write_text(f"kinarow/rules.py,sha256={digest},6\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr("kinarow.api.installed_files._PACKAGE", package)
    assert _quick("its own files").detail == "1, as they were installed"
    (package / "rules.py").write_text("a = 2\n")
    assert _quick("its own files").detail == f"{package / 'rules.py'} is not as it was installed"
    (package / "rules.py").unlink()
    assert _quick("its own files").state == "broken"


def test_the_doctor_answers_without_what_all_commands_need(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kinarow.__main__ import main

    monkeypatch.setattr(kinarow, "cli", kinarow.cli)  # which is imported anew for a moment
    monkeypatch.setitem(sys.modules, "rich_click", None)  # as if it were not installed
    for name in [name for name in sys.modules if name.startswith("kinarow.cli")]:
        monkeypatch.delitem(sys.modules, name)
    for command, shown in (("doctor", True), ("show", False)):
        monkeypatch.setattr(sys, "argv", ["kinarow", command])
        with pytest.raises(SystemExit, match="rich_click"):
            main()
        assert ("its own files" in capsys.readouterr().out) is shown


def test_without_the_package_that_knows_where_folders_are(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KINAROW_CACHE_DIR", raising=False)
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    done = run("doctor", "--quick")
    assert done.code == 1
    assert "→ pip install --upgrade kinarow" in done.out


def test_a_command_without_its_package_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kinarow.web.hosting.serve", None)
    done = run("lab")
    assert (done.code, "Traceback" in done.err) == (1, False)
    assert "kinarow doctor says what is missing" in done.err
