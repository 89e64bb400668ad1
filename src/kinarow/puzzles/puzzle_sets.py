"""Sets of puzzles: those that are shipped, made again from seeds, and files of one's own."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Final

from kinarow.errors import KinarowError, told_of_file
from kinarow.game import GameSpec
from kinarow.puzzles.puzzle import HARDEST, Puzzle
from kinarow.puzzles.puzzle_making import Wanted, puzzles_found
from kinarow.reasons.reason import KINDS
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers
from kinarow.writing import write_whole

_MOST_BYTES = 20_000_000
"""Of a file, unpacked: a packed one could be a bomb."""


@dataclass(frozen=True, slots=True)
class PuzzleRecipe:
    """Some puzzles of a game, as `kinarow puzzles make` finds them."""

    game: str
    number: int
    seed: int
    most_alike: int | None = None

    def made(
        self,
        number: int | None = None,
        workers: Workers | None = None,
        progress: Progress = silent,
    ) -> list[Puzzle]:
        """The puzzles, or the first ones of them: these are the same, however many follow."""
        wanted = Wanted(GameSpec.parse(self.game))
        number = self.number if number is None else number
        return puzzles_found(wanted, number, self.seed, self.most_alike, workers, progress)


RECIPES: Final[Mapping[str, tuple[PuzzleRecipe, ...]]] = MappingProxyType(
    {
        "connect4": (PuzzleRecipe("connect4", 300, seed=1, most_alike=30),),
        "gomoku": (PuzzleRecipe("gomoku", 100, seed=1),),
        "tictactoe": (
            PuzzleRecipe("tictactoe", 3, seed=0),
            PuzzleRecipe("place:4x3:3", 9, seed=0),
            PuzzleRecipe("place:5x3:3", 5, seed=0),
            PuzzleRecipe("place:4x4:3", 4, seed=0),
            PuzzleRecipe("place:6x3:3", 2, seed=0),
            PuzzleRecipe("place:5x4:4", 7, seed=0),
            PuzzleRecipe("place:5x5:4", 9, seed=0, most_alike=3),
            PuzzleRecipe("place:6x4:4", 11, seed=0, most_alike=3),
        ),
    }
)
"""The sets by name, each with what it is made of, in this order."""


@lru_cache(maxsize=1)
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles that come with kinarow, the easier ones of each game first."""
    folder = files("kinarow") / "data" / "puzzles"
    found: list[Puzzle] = []
    for name in RECIPES:
        puzzles = _read((folder / f"{name}.json.gz").read_bytes(), name)
        found += sorted(puzzles, key=lambda puzzle: puzzle.difficulty)
    return tuple(found)


def shipped_games() -> tuple[GameSpec, ...]:
    """The games of which there are puzzles."""
    return tuple(dict.fromkeys(puzzle.position.spec for puzzle in shipped_puzzles()))


def chosen(
    puzzles: Sequence[Puzzle],
    spec: GameSpec | None = None,
    theme: str | None = None,
    difficulty: int | None = None,
) -> list[Puzzle]:
    """Those of a game, a theme and a difficulty, as far as each is given."""
    if theme is not None and theme not in KINDS:
        raise KinarowError(f"a theme is one of {', '.join(KINDS)}, not {theme!r}")
    if difficulty is not None and not 1 <= difficulty <= HARDEST:
        raise KinarowError(f"a difficulty is 1 to {HARDEST}, not {difficulty}")
    return [
        puzzle
        for puzzle in puzzles
        if spec in (None, puzzle.position.spec)
        and theme in (None, puzzle.theme)
        and difficulty in (None, puzzle.difficulty)
    ]


def puzzles_text(puzzles: Sequence[Puzzle]) -> bytes:
    """Puzzles as they are kept, before they are packed."""
    return (json.dumps([puzzle.to_json() for puzzle in puzzles], indent=0) + "\n").encode()


def save_puzzles(puzzles: Sequence[Puzzle], path: Path) -> None:
    """Keep puzzles in a file, packed if its name ends with .gz."""
    data = puzzles_text(puzzles)
    write_whole(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def load_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file."""
    with told_of_file(path, "cannot be read"):
        if path.stat().st_size > _MOST_BYTES:
            raise KinarowError(f"{path} is too large for a file of puzzles")
        data = path.read_bytes()
    return _read(data, str(path))


def _read(data: bytes, name: str) -> tuple[Puzzle, ...]:
    try:
        listed = json.loads(_unpacked(data))
    except (OSError, EOFError, ValueError, RecursionError, zlib.error):
        raise KinarowError(f"{name} is not a file of puzzles") from None
    if not isinstance(listed, list):
        raise KinarowError(f"{name} is not a file of puzzles")
    found = []
    for number, given in enumerate(listed, 1):
        try:
            found.append(Puzzle.from_json(given))
        except KinarowError as error:
            raise KinarowError(f"{name}, puzzle {number}: {error}") from None
    return tuple(found)


def _unpacked(data: bytes) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data

    with gzip.open(io.BytesIO(data)) as packed:
        unpacked = packed.read(_MOST_BYTES + 1)
    if len(unpacked) > _MOST_BYTES:
        raise ValueError("too large")
    return unpacked
