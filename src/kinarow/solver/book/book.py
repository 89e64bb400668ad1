"""Books of openings: the exact score of every position up to some number of stones.

A book holds each position that is not over, mirror images folded, by its key: in each column the
mover's stones and one bit on top of them all. Keys are sorted, so a lookup is a binary search; its
file has the steps from key to key, which pack into a sixth. Only the scores of the last ply are
found by search; all others follow from them.
"""

from __future__ import annotations

import io
from array import array
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import accumulate
from pathlib import Path
from typing import IO, TypeVar
from zipfile import ZipFile

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.game.symmetry import symmetries
from kinarow.solver.book.packed_arrays import read_number, read_numbers, read_text
from kinarow.writing import write_whole

Read = TypeVar("Read")

_SHIPPED = "book-7x6-4.npz"


def key_of(position: Position) -> int:
    """The smallest key of a position's images."""
    keys = []
    for symmetry in symmetries(position.spec):
        image = position.image(symmetry)
        occupied = image.first | image.second
        keys.append(image.stones(image.mover) | (occupied + image.geometry.bottom))
    return min(keys)


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """Exact scores, for the side to move, of all positions of up to `plies` stones."""

    spec: GameSpec
    plies: int
    keys: array[int]
    scores: array[int]

    def __len__(self) -> int:
        return len(self.keys)

    @classmethod
    def of(cls, spec: GameSpec, plies: int, scores: dict[int, int]) -> Book:
        """A book of scores by key."""
        keys = sorted(scores)
        return cls(spec, plies, array("Q", keys), array("b", map(scores.__getitem__, keys)))

    def score(self, position: Position) -> int | None:
        """The score of a position; None if it has too many stones, or the game is over."""
        if position.spec != self.spec or position.plies > self.plies:
            return None
        key = key_of(position)
        place = bisect_left(self.keys, key)
        if place == len(self) or self.keys[place] != key:
            return None
        return self.scores[place]

    def to_json(self) -> dict[str, object]:
        """What it holds, in numbers; these keys are a contract with scripts."""
        wins, draws = sum(score > 0 for score in self.scores), self.scores.count(0)
        return {
            "game": str(self.spec),
            "plies": self.plies,
            "positions": len(self),
            "wins": wins,
            "draws": draws,
            "losses": len(self) - wins - draws,
        }

    def save(self, path: Path) -> None:
        """Write the book: all of it, or nothing."""
        import numpy as np

        packed = io.BytesIO()
        steps = np.diff(np.asarray(self.keys), prepend=np.uint64(0))
        scores = np.asarray(self.scores)
        np.savez_compressed(
            packed, game=str(self.spec), plies=self.plies, steps=steps, scores=scores
        )
        write_whole(path, packed.getvalue())

    @classmethod
    def load(cls, path: Path) -> Book:
        """Read a book; a file that is none is refused in words."""
        try:
            with path.open("rb") as file:
                return cls._read(file)
        except OSError as error:
            raise KinarowError(f"{path}: {error.strerror or error}") from None
        except Exception:  # whatever zip, an array or the text of a game make of what is no book
            raise KinarowError(f"{path} is not an opening book") from None

    @classmethod
    def _read(cls, file: IO[bytes]) -> Book:
        with ZipFile(file) as archive:
            spec, plies = GameSpec.parse(read_text(archive, "game")), read_number(archive, "plies")
            steps, scores = read_numbers(archive, "steps"), read_numbers(archive, "scores")
        if (steps.typecode, scores.typecode, len(steps)) != ("Q", "b", len(scores)):
            raise ValueError("its keys and scores do not match")
        return cls(spec, plies, array("Q", accumulate(steps)), scores)


@lru_cache(maxsize=1)
def shipped_book() -> Book:
    """The book that comes with the package."""
    return _shipped(Book._read)


@lru_cache(maxsize=1)
def _shipped_plies() -> int:
    return _shipped(_plies)


def _plies(file: IO[bytes]) -> int:
    """Up to how many stones a book goes, without its positions, which take a tenth of a second."""
    with ZipFile(file) as archive:
        return read_number(archive, "plies")


def _shipped(read: Callable[[IO[bytes]], Read]) -> Read:
    file = resources.files("kinarow") / "data" / _SHIPPED
    try:
        with file.open("rb") as opened:
            return read(opened)
    except Exception:  # as above
        raise KinarowError(
            "the book of openings that came with kinarow is damaged: install kinarow again "
            "(kinarow doctor says more)"
        ) from None


def book_for(spec: GameSpec, stones: int = 0) -> Book | None:
    """The shipped book if it is for this game, and has positions of so many stones."""
    if str(spec) != "drop:7x6:4" or stones > _shipped_plies():
        return None
    return shipped_book()
