"""What a stone makes, and which moves are worth trying, in plain Python: written from the
definitions, for every game without gravity. The kernels of `search/threats/grid` say the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kinarow.game import GameSpec, Position
from kinarow.game.geometry import geometry
from kinarow.search.ordering import centre_first
from kinarow.search.threats.grid.points import POINTS, Made, outlook_at


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
        """Whether it is a four, and the next stone can make one on another line as well."""
        return self.is_four and any(made in self.lines for made in (Made.CLOSED_THREE, Made.THREE))

    @property
    def is_mere_four(self) -> bool:
        """Whether it is a four, and no three besides."""
        return self.is_four and Made.THREE not in self.lines

    @property
    def is_calm(self) -> bool:
        """Whether the other side need not answer it, or the answer leaves all as it was."""
        most = max(self.lines, default=Made.NOTHING)
        return most < Made.THREE or (self.is_four and not self.is_four_and_more)

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


def cross(spec: GameSpec, own: int, other: int, bit: int) -> Cross:
    """What one more of the own stones would make on an empty cell."""
    lines = _windows_through(spec).get(bit, ())
    return Cross(tuple(_made(own | bit, _open(windows, other)) for windows in lines))


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

    def __init__(self, spec: GameSpec, mine: int, theirs: int) -> None:
        self.spec, self.mine, self.theirs = spec, mine, theirs
        self.empty = [bit for bit in centre_first(spec) if not bit & (mine | theirs)]
        self.own = {bit: cross(spec, mine, theirs, bit) for bit in self.empty}
        self.other = {bit: cross(spec, theirs, mine, bit) for bit in self.empty}

    @classmethod
    def of(cls, position: Position) -> Threatened:
        side = position.mover
        return cls(position.spec, position.stones(side), position.stones(side.other))

    def passed(self) -> Threatened:
        """With the other side to move."""
        return Threatened(self.spec, self.theirs, self.mine)

    def winning(self) -> list[int]:
        return [bit for bit in self.empty if self.own[bit].completes]

    def losing(self) -> list[int]:
        """Where the other side would complete a line."""
        return [bit for bit in self.empty if self.other[bit].completes]

    def outlook(self) -> int:
        """What the empty cells are worth to the side to move."""
        own = sum(outlook_at(made.lines)[0] for made in self.own.values())
        return own - sum(outlook_at(made.lines)[1] for made in self.other.values())

    def promise(self, bit: int) -> int:
        return 5 * self.own[bit].points + 4 * self.other[bit].points

    def promising(self, moves: list[int]) -> list[int]:
        """These moves, the most promising first; of equals the first."""
        return sorted(moves, key=lambda bit: (-self.promise(bit), self.empty.index(bit)))

    def may_win_by_fours(self) -> bool:
        """Whether the other side, if it were to move, might win by fours alone."""
        return any(made.is_four_and_more for made in self.other.values())

    def meeting(self, threats: list[int]) -> tuple[list[int], list[int]]:
        """What meets every threat of the other side to make two ways to complete a line, and all
        other own fours. Any other move loses."""
        passed = self.passed()
        # A stone hinders the other side there, and where it would complete a line after it.
        meets = [{bit, *passed.completing_after(bit)} for bit in threats]
        meeting = [bit for bit in self.empty if all(bit in cells for cells in meets)]
        fours = [bit for bit in self.empty if self.own[bit].is_four and bit not in meeting]
        return self.promising(meeting), self.promising(fours)

    def completing_after(self, move: int) -> set[int]:
        """The cells that would complete a line once the side to move has a stone there."""
        found: set[int] = set()
        for windows in _windows_through(self.spec).get(move, ()):
            found |= completing(self.mine | move, _open(windows, self.theirs))
        return found

    def after_four(self, four: int) -> Threatened:
        """The position after a four and the only answer that stops it."""
        (answer,) = self.completing_after(four)
        return Threatened(self.spec, self.mine | four, self.theirs | answer)


def win_by_fours(seen: Threatened, most: int) -> tuple[int, int] | None:
    """A winning move, as a bit, and with how few fours one after another, at most so many, the side
    to move wins, each being answered by the only stone that stops it; None if it does not. Nobody
    can complete a line now."""
    for fours in range(1, most + 1):
        move = _wins_by(seen, fours)
        if move:
            return move, fours
    return None


def _wins_by(seen: Threatened, fours: int) -> int:
    """A move with which the side to move wins by so many fours at most, 0 if there is none."""
    forced = seen.losing()
    if fours == 0 or len(forced) > 1:
        return 0
    for bit in forced or seen.empty:
        if seen.own[bit].wins_next:
            return bit
    # A four that makes nothing on another line leads nowhere by itself.
    if not forced and not any(seen.own[bit].is_four_and_more for bit in seen.empty):
        return 0
    for bit in reversed(forced or seen.empty):  # as the compiled search does
        if seen.own[bit].is_four and _wins_by(seen.after_four(bit), fours - 1):
            return bit
    return 0
