"""Some columns of a board as a game of their own, in which one side always answers the other.

Let one side, the *leader*, be to move, and let the other, the *follower*, answer every stone of the
leader's in the same group of columns. Then what happens in a group depends on nothing outside it:
the leader opens, both move in turn, and they may be interrupted, since the leader can go on in
another group, where he is answered too. A group like this, the cells numbered from below:

    c  d
    3
    2  2        the leader plays c1, the follower answers c2, d1, whichever is good for him
    1  1

is small: in each turn there are as many moves as columns. So all of it is tried, and what comes out
is certain: whether the follower can always answer, and keep the leader from having all cells of any
of some sets. This is the question that the rules of Allis (1988) answer one case at a time; a
claimeven is a group of one column, a baseinverse or a lowinverse happens in two.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kinarow.game.geometry import bits_of

_MOST_STATES = 4_000
"""What takes more to try out is not claimed."""


class ColumnGame:
    """A group of columns, what the leader must not get, and lines that win for the follower."""

    def __init__(
        self,
        columns: tuple[int, ...],
        forbidden: Iterable[int] = (),
        lines: Iterable[int] = (),
        *,
        must_win: bool = False,
    ) -> None:
        """`columns` are the empty cells of each column as bits, `forbidden` the sets of cells that
        the leader must not have together, `lines` what the follower lacks of a line. With
        `must_win`, it is not enough to hold until the columns are full."""
        self.columns = columns
        self.must_win = must_win
        self._sets, self._forbidden = _prepared(tuple(forbidden))
        self._own, self._lines = _prepared(tuple(lines))
        self._is_even = sum(columns).bit_count() % 2 == 0
        self.left = _MOST_STATES
        self._known: dict[tuple[int, int], bool] = {}

    def is_held(self, leader: int = 0, follower: int = 0) -> bool:
        """Whether the follower reaches his aim from here, the leader to move, whatever he does."""
        state = leader, follower
        known = self._known.get(state)
        if known is None:
            self.left -= 1
            known = self._known[state] = self.left > 0 and self._is_held(leader, follower)
        return known

    def answer(self, leader: int, follower: int) -> int:
        """The follower's answer that keeps his aim, as a bit; 0 if there is none."""
        open_cells = self._next_cells(leader | follower)
        if self._own:
            for cell in open_cells:
                if cell in self._lines and _has_all(follower | cell, self._lines[cell]):
                    return cell
        for cell in open_cells:
            if self.is_held(leader, follower | cell):
                return cell
        return 0

    def _is_held(self, leader: int, follower: int) -> bool:
        # Every stone has an answer to the end only if the cells are even in number.
        if self.must_win or not self._is_even:
            if _all_touch(self._own, leader):
                return False
        elif _all_touch(self._sets, follower):
            return True
        open_cells = self._next_cells(leader | follower)
        if not open_cells:
            return not self.must_win
        for cell in open_cells:
            taken = leader | cell
            if cell in self._forbidden and _has_all(taken, self._forbidden[cell]):
                return False
            if not self.answer(taken, follower):
                return False
        return True

    def _next_cells(self, taken: int) -> list[int]:
        """The lowest empty cell of each column, where there is one."""
        return [empty & -empty for column in self.columns if (empty := column & ~taken)]


@lru_cache(maxsize=1 << 12)
def _prepared(sets: tuple[int, ...]) -> tuple[tuple[int, ...], dict[int, list[int]]]:
    """The smallest of some sets, also by cell: game after game is about the same ones."""
    smallest = _smallest(sets)
    return smallest, _by_cell(smallest)


def _smallest(sets: Iterable[int]) -> tuple[int, ...]:
    """Those that hold no other one: who is kept from a part is kept from the whole."""
    kept: list[int] = []
    for cells in sorted(set(sets), key=int.bit_count):
        if not _has_all(cells, kept):
            kept.append(cells)
    return tuple(kept)


def _by_cell(sets: Iterable[int]) -> dict[int, list[int]]:
    """The sets by each of their cells: only those through the last stone can be complete."""
    through: dict[int, list[int]] = {}
    for cells in sets:
        for cell in bits_of(cells):
            through.setdefault(cell, []).append(cells)
    return through


def _has_all(cells: int, sets: list[int]) -> bool:
    """Whether some set is complete; as a loop, as the next one, since it is asked so often."""
    for wanted in sets:  # noqa: SIM110
        if not wanted & ~cells:
            return True
    return False


def _all_touch(sets: tuple[int, ...], cells: int) -> bool:
    for some in sets:  # noqa: SIM110
        if not some & cells:
            return False
    return True
