"""`square-value` on large boards: how long it takes to choose."""

from __future__ import annotations

import time
from random import Random

from kinarow.game import GameSpec, Position
from kinarow.game.ending import has_line
from kinarow.game.geometry import geometry
from kinarow.players import SquareValuePlayer


def crowded(spec: GameSpec, stones: int) -> Position:
    """A position with many stones and no line, by seed."""
    random, on = Random(1), geometry(spec)
    sides = [0, 0]
    cells = list(on.cells)
    random.shuffle(cells)
    placed = 0
    for cell in cells:
        with_stone = sides[placed % 2] | on.bit(cell)
        if placed < stones and not has_line(with_stone, on):
            sides[placed % 2] = with_stone
            placed += 1
    return Position(spec, *sides)


def main() -> None:
    player = SquareValuePlayer()
    for text, stones in (("gomoku", 60), ("place:50x50:5", 500), ("place:100x100:5", 2000)):
        position = crowded(GameSpec.parse(text), stones)
        player.choose(position)
        times = []
        for _ in range(20):
            begun = time.perf_counter()
            player.choose(position)
            times.append(time.perf_counter() - begun)
        print(f"{text:<16} {stones:>5} stones: {1000 * sorted(times)[10]:.2f} ms a move")


if __name__ == "__main__":
    main()
