"""What a stone makes, and which moves are worth trying, in plain Python: written from the
definitions, for every game without gravity. `shapes_kernel` and `threat_kernel` say the same."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from kinarow.game import GameSpec, Position, Side
from kinarow.game.geometry import geometry
from kinarow.search.ordering import centre_first, moves_in_order

POINTS = (0, 6, 5, 30, 40, 250, 2000)
"""How promising it is what a stone makes on one line, by `Made`."""


class Made(IntEnum):
    """What a stone makes on one line, named as for lines of five."""

    NOTHING = 0
    TWO = 1
    """The next stone makes a three."""
    CLOSED_THREE = 2
    """The next stone makes a four."""
    THREE = 3
    """The next stone makes an open four."""
    FOUR = 4
    """One cell completes a line."""
    OPEN_FOUR = 5
    """Two cells do."""
    FIVE = 6
    """A line."""


@dataclass(frozen=True, slots=True)
class Cross:
    """What a stone of a side makes on all lines through a cell."""

    lines: tuple[Made, ...]

    @property
    def completes(self) -> bool:
        return Made.FIVE in self.lines

    @property
    def wins_next(self) -> bool:
        """Whether two cells complete a line afterwards: an open four, or two fours."""
        fours = self.lines.count(Made.FOUR)
        return not self.completes and (Made.OPEN_FOUR in self.lines or fours >= 2)

    @property
    def is_four(self) -> bool:
        """Whether exactly one cell completes a line afterwards."""
        return not self.completes and not self.wins_next and Made.FOUR in self.lines

    @property
    def is_four_and_more(self) -> bool:
        """Whether it is a four, and something on another line as well."""
        return self.is_four and self.lines.count(Made.NOTHING) < len(self.lines) - 1

    @property
    def is_double_three(self) -> bool:
        return self.lines.count(Made.THREE) >= 2 and max(self.lines) == Made.THREE

    @property
    def is_quiet(self) -> bool:
        """Whether the other side need not answer it."""
        return max(self.lines, default=Made.NOTHING) < Made.THREE

    @property
    def points(self) -> int:
        return sum(POINTS[made] for made in self.lines)


@lru_cache(maxsize=64)
def _windows_through(spec: GameSpec) -> dict[int, tuple[tuple[int, ...], ...]]:
    """For each cell, as a bit, the windows through it, direction by direction."""
    through: dict[int, dict[object, list[int]]] = {}
    for window in geometry(spec).windows:
        for cell in window.cells:
            by_direction = through.setdefault(geometry(spec).bit(cell), {})
            by_direction.setdefault(window.direction, []).append(window.mask)
    return {bit: tuple(map(tuple, found.values())) for bit, found in through.items()}


def cross(position: Position, side: Side, bit: int) -> Cross:
    """What a stone of a side would make on an empty cell."""
    own, other = position.stones(side) | bit, position.stones(side.other)
    lines = _windows_through(position.spec).get(bit, ())
    return Cross(tuple(_made(own, _open(windows, other)) for windows in lines))


def _open(windows: tuple[int, ...], other: int) -> tuple[int, ...]:
    return tuple(window for window in windows if not window & other)


def completing(own: int, windows: tuple[int, ...]) -> set[int]:
    """The cells that complete one of these windows, in which the other side has no stone."""
    missing = (window & ~own for window in windows)
    return {cells for cells in missing if cells.bit_count() == 1}


@lru_cache(maxsize=1 << 16)
def _made(own: int, windows: tuple[int, ...]) -> Made:
    if any(not window & ~own for window in windows):
        return Made.FIVE
    ways = len(completing(own, windows))
    if ways:
        return Made.FOUR if ways == 1 else Made.OPEN_FOUR
    empty = 0
    for window in windows:
        empty |= window & ~own
    then = {_made(own | bit, windows) for bit in _bits(empty)}
    if Made.OPEN_FOUR in then:
        return Made.THREE
    if Made.FOUR in then:
        return Made.CLOSED_THREE
    return Made.TWO if Made.THREE in then else Made.NOTHING


def _bits(cells: int) -> list[int]:
    found = []
    while cells:
        found.append(cells & -cells)
        cells &= cells - 1
    return found


class Threatened:
    """A position as a search of threats sees it: what either side would make on each empty cell,
    nearest to the centre first."""

    def __init__(self, position: Position) -> None:
        self.position = position
        occupied = position.first | position.second
        self.empty = [bit for bit in centre_first(position.spec) if not bit & occupied]
        self.own = {bit: cross(position, position.mover, bit) for bit in self.empty}
        self.other = {bit: cross(position, position.mover.other, bit) for bit in self.empty}

    def winning(self) -> list[int]:
        return [bit for bit in self.empty if self.own[bit].completes]

    def losing(self) -> list[int]:
        """Where the other side would complete a line."""
        return [bit for bit in self.empty if self.other[bit].completes]

    def outlook(self) -> int:
        """What comes next, where lines cross: two threes at once, which decide unless the other
        side has fours, or a four and a three of the other side."""
        own, other = self.own.values(), self.other.values()
        points = 0
        if any(made.is_double_three for made in own):
            points += 2 if any(made.is_four for made in other) else 6
        if any(made.is_four and Made.THREE in made.lines for made in other):
            points -= 3
        elif any(made.is_double_three for made in other):
            points -= 1
        return points

    def promise(self, bit: int) -> int:
        return 5 * self.own[bit].points + 4 * self.other[bit].points

    def promising(self, width: int) -> list[int]:
        """The most promising moves, the best first; of equals the nearest to the centre."""
        moves = sorted(moves_in_order(self.position), key=lambda bit: -self.promise(bit))
        return moves[:width]

    def meeting(self) -> list[int]:
        """What meets every threat of the other side to make two ways to complete a line, and own
        fours. Any other move loses."""
        meets = [self._stops(bit) for bit in self.empty if self.other[bit].wins_next]
        moves = [
            bit
            for bit in self.empty
            if all(bit in cells for cells in meets) or self.own[bit].is_four
        ]
        return sorted(moves, key=lambda bit: -self.promise(bit))

    def _stops(self, threat: int) -> set[int]:
        """The cells on which a stone hinders the other side at this cell: it, and those that would
        complete a line after it."""
        position = self.position
        side = position.mover.other
        own, against = position.stones(side) | threat, position.stones(position.mover)
        cells = {threat}
        for windows in _windows_through(position.spec).get(threat, ()):
            cells |= completing(own, _open(windows, against))
        return cells


def win_by_fours(position: Position, most: int) -> tuple[int, int] | None:
    """A winning move, as a bit, and with how few fours one after another, at most so many, the side
    to move wins, each being answered by the only stone that stops it; None if it does not. Nobody
    can complete a line now."""
    for fours in range(1, most + 1):
        move = _wins_by(position, fours)
        if move:
            return move, fours
    return None


def _wins_by(position: Position, fours: int) -> int:
    """A move with which the side to move wins by so many fours at most, 0 if there is none."""
    if fours == 0:
        return 0
    seen = Threatened(position)
    forced = seen.losing()
    if len(forced) > 1:
        return 0
    for bit in forced or seen.empty:
        if seen.own[bit].wins_next:
            return bit
    # A four that makes nothing on another line leads nowhere by itself.
    if not forced and not any(seen.own[bit].is_four_and_more for bit in seen.empty):
        return 0
    for bit in forced or seen.empty:
        if seen.own[bit].is_four and _wins_by(_answered(position, bit), fours - 1):
            return bit
    return 0


def _answered(position: Position, four: int) -> Position:
    after = position.play_bit(four)
    (answer,) = Threatened(after).losing()
    return after.play_bit(answer)
