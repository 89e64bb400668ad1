"""Numbers for what some cells hold together.

Where stones fall, cells above each other, a *pile*, are filled from below: of three such cells
1 + 2 + 4 + 8 = 15 contents are possible, not 27, and what follows from the same stones below has
numbers in a row:

    number   0   1   2   3   4   5   6   7   8   9  10  11  12  13  14
                         X   O       X   O           X   O       X   O
                     X   X   X   O   O   O       X   X   X   O   O   O
                 X   X   X   X   X   X   X   O   O   O   O   O   O   O

So a stone of the first side moves the number of its pile by 1 and one of the second by 1 and all
numbers with the first side's stone there. Piles are the digits of the number of all cells, that of
the first cell the lowest. Without gravity each cell is a pile, and the number is one in base 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import prod

from kinarow.game import Cell, GameSpec


def contents_of_pile(height: int) -> int:
    """How many contents a pile can have."""
    return (2 << height) - 1


@lru_cache(maxsize=64)
def held_by_pile(height: int) -> tuple[tuple[int, ...], ...]:
    """By its number what a pile holds, from below: nothing, 1 or 2."""
    if height == 0:
        return ((),)
    above = held_by_pile(height - 1)
    return (0,) * height, *((stone, *rest) for stone in (1, 2) for rest in above)


@dataclass(frozen=True)
class Contents:
    """What some cells can hold, by their indices: piles of them, each from below."""

    piles: tuple[tuple[int, ...], ...]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many contents each pile can have."""
        return tuple(contents_of_pile(len(pile)) for pile in self.piles)

    @cached_property
    def count(self) -> int:
        """How many contents all cells can have together."""
        return prod(self.sizes)

    @cached_property
    def units(self) -> tuple[int, ...]:
        """By how much one more in each pile's number changes that of all cells."""
        return tuple(prod(self.sizes[:number]) for number in range(len(self.piles)))

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """For each cell by how much a stone of the first and of the second side there changes the
        number, whatever the cells hold."""
        found = {}
        for pile, unit in zip(self.piles, self.units, strict=True):
            for height, cell in enumerate(pile, 1):
                found[cell] = unit, unit * (1 + contents_of_pile(len(pile) - height))
        return tuple(found[cell] for cell in range(len(found)))

    def held(self) -> Iterator[tuple[int, ...]]:
        """By its number what the cells hold: nothing, 1 or 2."""
        order = [index for pile in reversed(self.piles) for index in pile]
        places = [order.index(index) for index in range(len(order))]
        piles = (held_by_pile(len(pile)) for pile in reversed(self.piles))
        for parts in product(*piles):
            stones = [stone for part in parts for stone in part]
            yield tuple(stones[place] for place in places)

    def numbers_by(self, order: Sequence[int]) -> list[int]:
        """The numbers of all contents, in the order that they have where the piles come in another
        order."""
        numbers = [0]
        for pile in order:
            step = self.units[pile]
            numbers = [n + digit * step for digit in range(self.sizes[pile]) for n in numbers]
        return numbers


@lru_cache(maxsize=1024)
def contents_of(spec: GameSpec, cells: tuple[Cell, ...]) -> Contents:
    """What these cells can hold on a game's board."""
    piles: list[list[int]] = []
    before: Cell | None = None
    for cell, index in sorted((cell, index) for index, cell in enumerate(cells)):
        if spec.gravity and before == Cell(cell.column, cell.row - 1):
            piles[-1].append(index)
        else:
            piles.append([index])
        before = cell
    return Contents(tuple(map(tuple, sorted(piles, key=min))))
