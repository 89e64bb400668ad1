"""Looks for boards on which a formula and the function that it was found for differ.

    python benchmarks/counterexamples.py [boards] [files…]

Boards are others than those that the formula was found and tried on. By default all functions of
tests/data/functions.
"""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path

from kinarow import GameSpec, load_evaluator, understand
from kinarow.evaluation.understood.boards import boards_to_ask

FUNCTIONS = Path(__file__).parent.parent / "tests" / "data" / "functions"
GAME = GameSpec.parse("connect4")


def main() -> None:
    arguments = sys.argv[1:]
    number = int(arguments[0]) if arguments else 100_000
    files = arguments[1:] or [str(file) for file in sorted(FUNCTIONS.glob("*/*.py"))]
    boards = list(islice(boards_to_ask(GAME, "further"), number))
    for file in files:
        function = load_evaluator(file)
        known, begun = understand(function, GAME), time.monotonic()
        if not known.is_exact:
            print(f"{function.name}: {known.claim}", flush=True)
            continue
        differ = 0
        for position, side in boards:
            if not known.equals(position, side, function.evaluate(position, side)):
                differ += 1
                if differ <= 3:
                    print(f"  {position.board_text('state')} for {side.mark}")
        seconds = time.monotonic() - begun
        print(
            f"{function.name}: {known.claim} ({known.seconds:.1f} s), differs on {differ:,} of "
            f"{len(boards):,} others ({seconds:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
