"""What each idea of the exact solver gives: nodes and time a position, switched on in turn.

    python benchmarks/bench_solver_ideas.py

The positions are made by seed; none of them is from a published set.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

IDEAS = {
    "FOLLOWS_FORCED_REPLIES": "forced replies followed without a node",
    "SEES_WIN_IN_THREE": "a win in three seen at the node",
    "SEES_FOLLOW_UP": "the follow-up bound, of all children at once",
    "RANKS_BY_PROMISE": "moves ordered by all that is known, early on",
    "ASKS_TABLE_FOR_CHILDREN": "children looked up before any is searched",
}
_KERNEL = "kinarow.solver.drop.kernel"
_ON = "IDEAS_ON"


def main() -> None:
    """Each setting in a process of its own, since kernels are compiled with their switches."""
    if _ON in os.environ:
        measure(os.environ[_ON].split(","))
        return
    print(f"{'':<52}{'9-12 stones':>22}{'14-20 stones':>22}")
    for count in range(len(IDEAS) + 1):
        on = list(IDEAS)[:count]
        label = f"+ {IDEAS[on[-1]]}" if on else "null windows, lanes, growing table"
        print(f"{label:<52}", end="", flush=True)
        # A cache folder that cannot be made: nothing of this is to be found by others.
        environment = {**os.environ, _ON: ",".join(on), "KINAROW_CACHE_DIR": os.devnull}
        subprocess.run([sys.executable, __file__], env=environment, check=True)


def measure(on: list[str]) -> None:
    load_kernel(on)
    from bench_solver import SPEC, made_by_seed, ours

    from kinarow.solver.drop.engine import DropSolver

    solver = DropSolver(SPEC)
    ours(["112233"], solver)
    for stones, count in ((range(9, 13), 60), (range(14, 21), 400)):
        moves, _ = made_by_seed(stones, count)
        _, milliseconds, nodes = ours(moves, solver)
        print(f"{nodes:>11.0f}{milliseconds:>8.2f} ms", end="")
    print()


def load_kernel(on: list[str]) -> None:
    """The kernel, its source changed so that only some ideas are on."""
    found = importlib.util.find_spec(_KERNEL)
    assert found is not None
    assert found.origin is not None
    source = Path(found.origin).read_text()
    for idea in IDEAS:
        assert f"{idea} = True" in source
        source = source.replace(f"{idea} = True", f"{idea} = {idea in on}")
    module = ModuleType(_KERNEL)
    sys.modules[_KERNEL] = module
    exec(compile(source, found.origin, "exec"), module.__dict__)  # noqa: S102


if __name__ == "__main__":
    main()
