"""Boards to ask a function about: from games, and made so that every window holds everything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position, Side
from kinarow.game.geometry import geometry
from kinarow.game.grid import grid_of

if TYPE_CHECKING:
    from kinarow.score import Score

_OF_GAMES: Final = 0.35
"""Share of boards from random games; the others are made."""
_SPARSE: Final = 0.3
"""Share of the made boards with few stones."""
_TRIES: Final = 60


@dataclass(frozen=True, slots=True)
class AskedBoard:
    """A board, for whom it is judged, and what the function said."""

    position: Position
    side: Side
    score: Score


class Boards:
    """Boards that were asked about, as arrays that counts are taken from."""

    def __init__(self, spec: GameSpec, asked: list[AskedBoard]) -> None:
        self.spec, self.asked = spec, asked

    def __len__(self) -> int:
        return len(self.asked)

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        return np.array([float(a.score) for a in self.asked])

    @cached_property
    def grid(self) -> NDArray[np.int8]:
        """[board, row from the bottom, column]: 0 empty, 1 own, 2 opposing."""
        spec = self.spec
        grid = np.zeros((len(self.asked), spec.rows, spec.columns), dtype=np.int8)
        for number, a in enumerate(self.asked):
            held = grid_of(a.position)[::-1]
            grid[number] = held if a.side is Side.FIRST else (3 - held) * (held > 0)
        return grid

    @cached_property
    def stones(self) -> NDArray[np.int64]:
        return np.array([a.position.plies for a in self.asked])

    @cached_property
    def to_move(self) -> NDArray[np.int64]:
        """1 where the side that is judged for is to move, else -1."""
        return np.array([1 if a.position.mover is a.side else -1 for a in self.asked])

    @cached_property
    def won(self) -> NDArray[np.int64]:
        """1 where the side that is judged for has a line, -1 where the other has, else 0."""
        winners = ((a.position.winner, a.side) for a in self.asked)
        return np.array([0 if w is None else 1 if w is side else -1 for w, side in winners])

    def only(self, which: NDArray[np.bool_]) -> Boards:
        """Some of them."""
        return Boards(self.spec, [self.asked[n] for n in np.flatnonzero(which)])


def boards_to_ask(spec: GameSpec, seed: str = "") -> Iterator[tuple[Position, Side]]:
    """Boards without end, and for whom to judge each; the same for everyone, each only once."""
    random = Random(f"to understand {spec} {seed}")
    seen: set[tuple[int, int, Side]] = set()
    games, made = _of_games(spec, random), _made(spec, random)
    first = Position.start(spec)
    yield from ((first, side) for side in Side)
    repeated = 0
    while repeated < 300:  # of a small board all may be known
        position = next(games if random.random() < _OF_GAMES else made)
        side = random.choice(list(Side))
        key = position.first, position.second, side
        if key in seen:
            repeated += 1
            continue
        repeated = 0
        seen.add(key)
        yield position, side


def _of_games(spec: GameSpec, random: Random) -> Iterator[Position]:
    while True:
        position = Position.start(spec)
        while moves := position.legal_moves():
            position = position.play(random.choice(moves))
            if random.random() < 0.5 or position.is_over:
                yield position


def _made(spec: GameSpec, random: Random) -> Iterator[Position]:
    """Boards whose stones lie at random, one window of each as it is wanted: by turns, every window
    with every number of stones of either side."""
    wanted = [
        (window, own, opponent)
        for window in range(len(geometry(spec).windows))
        for own in range(spec.target + 1)
        for opponent in range(spec.target + 1 - own)
    ]
    while True:
        random.shuffle(wanted)
        for window, own, opponent in wanted:
            for _ in range(_TRIES):
                found = _board_with(spec, random, window, own, opponent)
                if found is not None:
                    yield found
                    break


def _board_with(
    spec: GameSpec, random: Random, window: int, own: int, opponent: int
) -> Position | None:
    """A board whose window holds so many stones of the first and of the second side; None if this
    try came to none that a game could reach."""
    on = geometry(spec)
    cells = list(on.windows[window].cells)
    random.shuffle(cells)
    stones = {on.bit(c): Side.FIRST for c in cells[:own]}
    stones |= {on.bit(c): Side.SECOND for c in cells[own : own + opponent]}
    empty = {on.bit(c) for c in cells[own + opponent :]}
    most = spec.cell_count // 3 if random.random() < _SPARSE else spec.cell_count
    wanted = random.randint(own + opponent, max(own + opponent, most))
    occupied = 0
    if spec.gravity:
        for column in range(spec.columns):
            tallest = max((c.row + 1 for c in cells if c.column == column and on.bit(c) in stones),
                          default=0)  # fmt: skip
            lowest = min(
                (c.row for c in cells if c.column == column and on.bit(c) in empty),
                default=spec.rows,
            )
            if tallest > lowest:
                return None
            height = min(lowest, max(tallest, _height(random, wanted, spec)))
            occupied |= ((1 << height) - 1) << (column * on.stride)
    else:
        others = [on.bit(c) for c in on.cells if on.bit(c) not in empty and on.bit(c) not in stones]
        random.shuffle(others)
        occupied = sum(others[: max(0, wanted - len(stones))]) + sum(stones)
    rest = [bit for bit in map(on.bit, on.cells_in(occupied)) if bit not in stones]
    count = occupied.bit_count()
    firsts = (count + 1) // 2 - own
    if not 0 <= firsts <= len(rest):
        return None
    random.shuffle(rest)
    first = sum(rest[:firsts]) + sum(b for b, side in stones.items() if side is Side.FIRST)
    try:
        return Position(spec, first, occupied & ~first)
    except KinarowError:  # both have a line, or the wrong one moved last
        return None


def _height(random: Random, wanted: int, spec: GameSpec) -> int:
    """How high a column is, of a board with about so many stones."""
    mean = wanted / spec.columns
    return max(0, min(spec.rows, round(random.gauss(mean, 1.3))))
