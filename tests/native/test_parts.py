"""Parts of kernels: their code is the kernels', and nobody else's."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

from kinarow.native import cache
from kinarow.native.compiling import when_compiling

pytestmark = pytest.mark.slow

FACTORIALS = """
from kinarow.native.jit import jit_for, jit_inlined, jit_part
from kinarow.native.types import INT

@jit_inlined
def times(a, b):
    return a * b

@jit_part
def product(first, last):
    total = 1
    for number in range(first, last + 1):
        total = times(total, number)
    return total

@jit_for(INT(INT))
def factorial(number):
    return product(1, number)

@jit_for(INT(INT, INT))
def choices(all, some):
    return product(all - some + 1, all) // factorial(some)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    kept = tmp_path / "cache"
    kept.mkdir()
    monkeypatch.setattr(cache, "folder", lambda: kept)
    return kept


@pytest.fixture
def load(tmp_path: Path, folder: Path) -> Callable[[], tuple[dict[str, Any], int]]:
    """Runs a file of kernels as another process would; says also how many were compiled."""
    file = tmp_path / "factorials_kernel.py"
    file.write_text(FACTORIALS)

    def run_again() -> tuple[dict[str, Any], int]:
        compiled: list[bool] = []
        with when_compiling(lambda: compiled.append(True)):
            return runpy.run_path(str(file)), len(compiled)

    return run_again


def test_kernels_share_their_parts_and_alone_are_kept(
    load: Callable[[], tuple[dict[str, Any], int]], folder: Path
) -> None:
    kernels, compiled = load()
    assert compiled == 4  # each part once, for both kernels
    assert (kernels["factorial"](10), kernels["choices"](42, 5)) == (3_628_800, 850_668)
    kept = {path.name.split(".")[1].split("-")[0] for path in folder.rglob("*.nbi")}
    assert kept == {"factorial", "choices"}
    again, compiled = load()
    assert compiled == 0
    assert again["choices"](42, 5) == 850_668


def test_with_another_numba_parts_are_compiled_as_kernels_are(
    load: Callable[[], tuple[dict[str, Any], int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba, "__version__", "99.0")
    kernels, _ = load()
    assert kernels["choices"](42, 5) == 850_668
    assert kernels["times"](6, 7) == 42


@pytest.mark.parametrize("name", ["times", "product"])
def test_python_is_told_that_it_cannot_call_a_part(
    load: Callable[[], tuple[dict[str, Any], int]], name: str
) -> None:
    part = load()[0][name]
    for _ in range(2):
        with pytest.raises(TypeError, match=f"{name} is a part of kernels"):
            part(2, 3)
