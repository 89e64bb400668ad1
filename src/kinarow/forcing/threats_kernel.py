"""The threats on a board, kept up to date stone by stone.

A *window* is a straight run of `target` cells. For each side, `members` lists the windows that hold
none of the other side's stones and lack one, two or three of its own: with the first it completes a
line, with the second it makes a four, with the third it may make a three.
"""

from typing import NamedTuple

from kinarow.native.jit import jit, jit_part
from kinarow.native.types import Bytes, Ints, Words

LEVELS = 3
"""How many stones a window may lack to be listed."""


class Threats(NamedTuple):
    """The windows of a board and what they hold. Sides are 0 and 1."""

    target: int
    window_cells: Ints
    """The cells of each window."""
    cell_windows: Ints
    """The windows through each cell, filled up with -1."""
    stones: Bytes
    """What each cell holds: 0, or a side's number plus 1."""
    counts: Ints
    """How many stones of each side lie in each window."""
    members: Ints
    """For each side and number of missing stones less 1: windows."""
    sizes: Ints
    """How many there are."""
    place: Ints
    """Where each window stands among a side's members."""
    keys: Words
    """A random word for each side and cell."""
    key: Words
    """Of all stones together."""


@jit_part
def _enter(threats: Threats, side: int, window: int) -> None:
    missing = threats.target - threats.counts[side, window]
    if 1 <= missing <= LEVELS:
        at = threats.sizes[side, missing - 1]
        threats.members[side, missing - 1, at] = window
        threats.place[side, window] = at
        threats.sizes[side, missing - 1] = at + 1


@jit_part
def _leave(threats: Threats, side: int, window: int) -> None:
    missing = threats.target - threats.counts[side, window]
    if 1 <= missing <= LEVELS:
        last = threats.sizes[side, missing - 1] - 1
        at = threats.place[side, window]
        moved = threats.members[side, missing - 1, last]
        threats.members[side, missing - 1, at] = moved
        threats.place[side, moved] = at
        threats.sizes[side, missing - 1] = last


@jit
def put(threats: Threats, cell: int, side: int) -> None:
    """Lay a stone."""
    threats.stones[cell] = side + 1
    threats.key[0] ^= threats.keys[side, cell]
    other = 1 - side
    for window in threats.cell_windows[cell]:
        if window < 0:
            break
        is_free = threats.counts[other, window] == 0
        if is_free:
            _leave(threats, side, window)
        if threats.counts[side, window] == 0:
            _leave(threats, other, window)
        threats.counts[side, window] += 1
        if is_free:
            _enter(threats, side, window)


@jit
def take(threats: Threats, cell: int, side: int) -> None:
    """Take a stone back."""
    threats.stones[cell] = 0
    threats.key[0] ^= threats.keys[side, cell]
    other = 1 - side
    for window in threats.cell_windows[cell]:
        if window < 0:
            break
        is_free = threats.counts[other, window] == 0
        if is_free:
            _leave(threats, side, window)
        threats.counts[side, window] -= 1
        if threats.counts[side, window] == 0:
            _enter(threats, other, window)
        if is_free:
            _enter(threats, side, window)


@jit_part
def empty_cell(threats: Threats, window: int, skip: int) -> int:
    """The first empty cell of a window that is not `skip`; -1 if there is none."""
    for cell in threats.window_cells[window]:
        if threats.stones[cell] == 0 and cell != skip:
            return int(cell)
    return -1


@jit
def completing(threats: Threats, side: int) -> tuple[int, int, int]:
    """Up to three different cells with which a side completes a line, -1 where there are fewer."""
    a, b, c = -1, -1, -1
    for i in range(threats.sizes[side, 0]):
        cell = empty_cell(threats, threats.members[side, 0, i], -1)
        if a < 0 or cell == a:
            a = cell
        elif b < 0 or cell == b:
            b = cell
        elif cell != c:
            return a, b, cell
    return a, b, c
