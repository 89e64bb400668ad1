"""`kinarow doctor`, with something missing, something old, something broken."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

import pytest

from kinarow.api.installation import Check, Installation, check_installation
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

    monkeypatch.setattr("kinarow.solver.book.shipped_book", fails)
    monkeypatch.setattr("kinarow.api.positions.best_move", fails)
    monkeypatch.setattr("kinarow.sandbox.finding.find_sandbox", fails)
    found = check_installation()
    assert not found.is_fine
    assert _found(found, "book of openings").detail == "the disk"
    assert _found(found, "compiled search").state == "broken"
    assert _found(found, "sandbox").state == "left out"
    assert "→ reinstall kinarow" in str(found)


def test_a_copy_that_was_never_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", unknown)
    packages = check_installation(trials=False).groups["Packages"]
    assert [c.state for c in packages] == ["broken"]
