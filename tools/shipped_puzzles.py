"""Makes the sets of puzzles that come with kinarow again, each from its seeds.

    python tools/shipped_puzzles.py                  # all sets; says whether each is as it was
    python tools/shipped_puzzles.py gomoku --write   # one set, kept in src/kinarow/data/puzzles

The puzzles are compared byte for byte as they are before they are packed, since what packing gives
depends on the version of zlib. It takes about six minutes of a core.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Callable
from pathlib import Path

from kinarow.puzzles.puzzle import Puzzle
from kinarow.puzzles.puzzle_sets import RECIPES, puzzles_text, save_puzzles
from kinarow.work.workers import Workers

FOLDER = Path(__file__).parent.parent / "src" / "kinarow" / "data" / "puzzles"


def main() -> None:
    options = _options()
    same = True
    with Workers(options.workers) as workers:
        for name in options.names or RECIPES:
            path, made = FOLDER / f"{name}.json.gz", _made(name, workers)
            is_same = path.exists() and gzip.decompress(path.read_bytes()) == puzzles_text(made)
            print(f"{name}: {len(made)} puzzles, {'as before' if is_same else 'changed'}")
            same &= is_same
            if options.write and not is_same:
                save_puzzles(made, path)
    sys.exit(0 if same or options.write else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--write", action="store_true", help="keep what was made")
    parser.add_argument("--workers", type=int, default=1, help="number of worker processes")
    given = parser.parse_args()
    if unknown := set(given.names) - set(RECIPES):
        parser.error(
            f"there is no set {', '.join(sorted(unknown))}; there are {', '.join(RECIPES)}"
        )
    return given


def _made(name: str, workers: Workers) -> list[Puzzle]:
    return [
        puzzle
        for recipe in RECIPES[name]
        for puzzle in recipe.made(workers=workers, progress=_shown(f"{name}, {recipe.game}"))
    ]


def _shown(what: str) -> Callable[[float, str], None]:
    """Progress on one line of the terminal."""

    def show(_share: float, words: str) -> None:
        if sys.stderr.isatty():
            print(f"\r{what}: {words} ", end="", file=sys.stderr, flush=True)

    return show


if __name__ == "__main__":
    main()
