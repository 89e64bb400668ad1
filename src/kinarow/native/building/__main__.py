"""Builds the library of kernels for this machine, unless it is there: `--all-levels` for others of
its kind as well, `--force` also if it is there."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from kinarow.native.building.linking import NotBuiltError, link
from kinarow.native.exports import exporting_modules
from kinarow.native.kernels import Kernel
from kinarow.native.levels import LEVELS, PLAIN, Level
from kinarow.native.library import CHOSEN, FOLDER, Library, libraries, library_state, name_of
from kinarow.writing import write_whole


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m kinarow.native.building", description=__doc__)
    parser.add_argument("--all-levels", action="store_true", help="also for other processors")
    parser.add_argument("--force", action="store_true", help="even if it is there")
    parser.add_argument("--quietly", action="store_true", help="in one line, when it is done")
    options = parser.parse_args()
    os.environ.pop(CHOSEN, None)  # whatever level is wanted now
    if not options.force and isinstance(library_state(), Library):
        return 0
    begun = time.monotonic()

    def tell(words: str) -> None:
        if not options.quietly:
            print(words, flush=True)

    tell("Compiling the solver: once, some seconds …")
    try:
        path = _build(options.all_levels, tell)
    except (NotBuiltError, OSError) as error:
        print(f"The solver is compiled when it is first used, since {error}.")
        return 1
    words = f"The solver was compiled in {time.monotonic() - begun:.0f} s"
    print(f"{words}: {path.name}, {path.stat().st_size >> 10} KB.", flush=True)
    return 0


def exports() -> list[Kernel]:
    """All kernels that Python calls by the library, in the order of their files."""
    found: dict[str, Kernel] = {}
    for name in exporting_modules():
        for kernel in vars(importlib.import_module(name)).values():
            if isinstance(kernel, Kernel) and kernel.is_export:
                found.setdefault(kernel.symbol, kernel)
    return list(found.values())


def _build(all_levels: bool, tell: Callable[[str], None]) -> Path:
    if sys.platform == "win32":
        raise NotBuiltError("libraries for Windows are not made yet")
    import llvmlite.binding as llvm

    from kinarow.native.building.machine_code import (
        joined,
        level_object,
        notation_of,
        object_for,
    )

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    triple = llvm.get_process_triple()
    with tempfile.TemporaryDirectory() as folder:
        asking = Path(folder) / "level.o"
        asking.write_bytes(level_object(triple))
        built = Path(folder) / "library"
        link([asking], built)  # before the long part
        kernels = exports()
        notation, symbols = joined(_told(notation_of(kernels), len(kernels), tell))
        objects = [asking]
        for level in _levels(built, all_levels):
            objects.append(Path(folder) / f"{level.number}.o")
            objects[-1].write_bytes(object_for(notation, symbols, level, triple))
            tell(f"  machine code for {level.name}")
        built = Path(folder) / "all"
        link(objects, built)
        return _keep(built.read_bytes())


def _told(notations: Any, count: int, tell: Callable[[str], None]) -> Any:
    for number, notation in enumerate(notations, 1):
        tell(f"  {number} of {count}: {notation[0].symbol}")
        yield notation


def _levels(asking: Path, all_levels: bool) -> list[Level]:
    """This machine's level, or all of its kind."""
    from ctypes import CDLL

    from kinarow.native.levels import LEVEL_FUNCTION

    most = int(CDLL(str(asking))[LEVEL_FUNCTION]())
    if most == PLAIN.number:
        return [PLAIN]
    return [level for level in LEVELS[1:] if all_levels or level.number == most]


def _keep(content: bytes) -> Path:
    """Write the library, and remove those of this system that it replaces."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / name_of(content)
    write_whole(path, content)
    for other in libraries():
        if other != path:
            with suppress(OSError):
                other.unlink()
    return path


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted; nothing was written")
