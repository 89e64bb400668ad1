"""How the puzzles that come with kinarow were made: each set again from its seeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from kinarow.game import GameSpec
from kinarow.puzzles.puzzle import Puzzle
from kinarow.puzzles.puzzle_making import Wanted, puzzles_found
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers


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
