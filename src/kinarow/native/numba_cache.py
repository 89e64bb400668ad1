"""Numba's cache of a kernel, as something that can be done without.

A full disk or a damaged file is no reason for a search to fail: the kernel is compiled as if for
the first time.
"""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from numba.core import config
from numba.core.caching import FunctionCache, IndexDataCacheFile

from kinarow.native.cache import PACKAGE
from kinarow.native.checksum import sealed, unsealed
from kinarow.work.working_time import getting_ready


def cache_for(function: Callable[..., object], folder: Path) -> KernelCache | None:
    """A cache for a function in one of our folders; None where nothing can be written."""
    # Numba reads this setting when it makes a cache. It is put back at once, so that other users of
    # numba in this process keep their own.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return KernelCache(function, folder)
    except (OSError, RuntimeError):  # the second is numba's, if it finds no folder
        return None
    finally:
        config.CACHE_DIR = before


class _ChosenFolder(FunctionCache._impl_class._locator_classes[0]):  # type: ignore[misc]
    """The folder that is chosen, also if it can only be read; in it one for each room, named as it
    is imported, by which a sandbox knows what not to show."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        room = Path(py_file).parent
        if not room.is_relative_to(PACKAGE):  # a test's
            return str(super().get_suitable_cache_subpath(py_file))
        return ".".join(room.relative_to(PACKAGE).parts)

    def ensure_cache_path(self) -> None:
        if os.access(config.CACHE_DIR, os.W_OK):
            super().ensure_cache_path()


class _Locator(FunctionCache._impl_class):  # type: ignore[misc]  # numba has no types
    """Looks in the folder that is chosen and nowhere else: not beside the sources, where an edit to
    another file would not be noticed."""

    _locator_classes: Final = (_ChosenFolder,)


class _Files(IndexDataCacheFile):  # type: ignore[misc]
    """Files with a checksum at their end."""

    def _dump(self, content: object) -> bytes:
        return sealed(super()._dump(content))

    def _load_data(self, name: str) -> Any:
        with open(self._data_path(name), "rb") as file:
            data = unsealed(file.read())
        if data is None:
            raise ValueError(f"{name} is damaged")
        return pickle.loads(data)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Finds and keeps what it can; nothing fails for the rest."""

    _impl_class: Final = _Locator

    def __init__(self, function: Callable[..., object], folder: Path) -> None:
        super().__init__(function)
        self._folder = folder
        self._cache_file = _Files(
            self.cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        try:
            with getting_ready():
                return super().load_overload(signature, target_context)
        except Exception:  # reading a damaged file can raise anything
            with suppress(OSError):
                self.flush()  # so that what is compiled now takes its place
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        if not os.access(self._folder, os.W_OK):
            return  # a sandbox may read what is kept, and keeps nothing itself
        try:
            with getting_ready():
                super().save_overload(signature, compiled)
        except Exception as error:
            _tell_once(self._folder, getattr(error, "strerror", None) or str(error))


@lru_cache(maxsize=8)
def _tell_once(folder: Path, reason: str) -> None:
    """There are dozens of kernels, and numba makes Python forget which warnings it has shown."""
    words = f"compiled kernels cannot be kept in {folder}: {reason}; they are compiled each time"
    warnings.warn(words, RuntimeWarning, stacklevel=2)
