"""Books of openings: the exact score of every position up to some number of stones.

A book holds each position that is not over, mirror images folded, by its key: in each column the
mover's stones and one bit on top of them all. Keys are sorted, so a lookup is a binary search; its
file has the steps from key to key, which pack into a sixth. Only the scores of the last ply are
found by search; all others follow from them.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.game.symmetry import symmetries
from kinarow.writing import write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
    keys: NDArray[np.uint64]
    scores: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.keys)

    @classmethod
    def of(cls, spec: GameSpec, plies: int, scores: dict[int, int]) -> Book:
        """A book of scores by key."""
        import numpy as np

        keys = sorted(scores)
        return cls(
            spec,
            plies,
            np.array(keys, dtype=np.uint64),
            np.array([scores[key] for key in keys], dtype=np.int8),
        )

    def score(self, position: Position) -> int | None:
        """The score of a position; None if it has too many stones, or the game is over."""
        if position.spec != self.spec or position.plies > self.plies:
            return None
        import numpy as np

        key = np.uint64(key_of(position))
        place = int(np.searchsorted(self.keys, key))
        if place == len(self) or self.keys[place] != key:
            return None
        return int(self.scores[place])

    def to_json(self) -> dict[str, object]:
        """What it holds, in numbers; these keys are a contract with scripts."""
        wins, draws = int((self.scores > 0).sum()), int((self.scores == 0).sum())
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
        steps = np.diff(self.keys, prepend=np.uint64(0))
        np.savez_compressed(
            packed, game=str(self.spec), plies=self.plies, steps=steps, scores=self.scores
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
        except Exception:  # whatever numpy, zip or the text of a game make of what is no book
            raise KinarowError(f"{path} is not an opening book") from None

    @classmethod
    def _read(cls, file: IO[bytes]) -> Book:
        import numpy as np

        with np.load(file, allow_pickle=False) as parts:
            spec, plies = GameSpec.parse(str(parts["game"])), int(parts["plies"])
            steps, scores = parts["steps"], parts["scores"]
        if (steps.dtype, scores.dtype) != (np.uint64, np.int8) or steps.shape != scores.shape:
            raise ValueError("its keys and scores do not match")
        return cls(spec, plies, np.cumsum(steps), scores)


@lru_cache(maxsize=1)
def shipped_book() -> Book:
    """The book that comes with the package."""
    file = resources.files("kinarow") / "data" / _SHIPPED
    try:
        with file.open("rb") as opened:
            return Book._read(opened)
    except ImportError:
        raise
    except Exception:  # as above
        raise KinarowError(
            "the book of openings that came with kinarow is damaged: install kinarow again "
            "(kinarow doctor says more)"
        ) from None


def book_for(spec: GameSpec) -> Book | None:
    """The shipped book if it is for this game."""
    return shipped_book() if str(spec) == "drop:7x6:4" else None
