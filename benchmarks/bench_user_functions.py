"""Users' own functions: compiled beside plain Python, a call on the same boards, in one run."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kinarow.evaluation import load_evaluator
from kinarow.evaluation.user.compiled import compiled_function, try_compiling
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.game import Position, Side
from kinarow.game.grid import grid_of

EXAMPLES = Path(__file__).parent.parent / "tests" / "data" / "evaluators"


def boards(count: int) -> list[Position]:
    random = Random(1)
    found: list[Position] = []
    position = Position.start()
    while len(found) < count:
        moves = position.legal_moves()
        position = position.play(random.choice(moves)) if moves else Position.start()
        found.append(position)
    return found


def seconds_a_call(function: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> float:
    begun = time.perf_counter()
    for given in arguments:
        function(*given)
    return (time.perf_counter() - begun) / len(arguments)


def main() -> None:
    for name in ("loops", "slices", "arrays"):
        evaluator = load_evaluator(str(EXAMPLES / f"{name}.py"))
        assert isinstance(evaluator, UserEvaluator)
        verdict = try_compiling(evaluator, Position.start().spec)
        if not verdict.trusted:
            print(f"{name:<8} runs as plain Python: {verdict.reason}")
            continue
        compiled = compiled_function(evaluator)
        given = [
            evaluator.arguments(grid_of(p).astype(np.int64), p.spec, Side.FIRST)
            for p in boards(1000)
        ]
        compiled(*given[0])
        plain_seconds = seconds_a_call(evaluator.function, given)
        fast_seconds = min(seconds_a_call(compiled, given) for _ in range(5))
        print(
            f"{name:<8} plain {1e6 * plain_seconds:6.1f} µs, "
            f"compiled {1e6 * fast_seconds:5.2f} µs: "
            f"{plain_seconds / fast_seconds:.0f} times as fast"
        )


if __name__ == "__main__":
    main()
