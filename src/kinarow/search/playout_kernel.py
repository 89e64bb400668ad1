"""Random games at native speed, flat and guided by a tree (UCT).

Boards are bordered (see `line_kernel`). `free` lists the places that can be tried: with gravity the
landing place of each column, without all empty places, the first `free_count` of the array.
"""

import math

import numpy as np

from kinarow.game.line_kernel import completes_line
from kinarow.native.jit import jit, jit_part
from kinarow.native.types import Bytes, Ints, Words


@jit_part
def random_below(limit: int, state: Words) -> int:
    """A random whole number below a limit, by xorshift64*; `state` is never 0."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    high = (x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(33)
    return np.int64(high) % limit


@jit_part
def take(i: int, free: Ints, free_count: int, grid: Bytes, gravity: bool, width: int) -> int:
    """Take the i-th free place out of the list; returns how many are left."""
    if gravity:
        above = free[i] + width
        if grid[above] == 0:
            free[i] = above
            return free_count
    free[i] = free[free_count - 1]
    return free_count - 1


@jit_part
def playout(
    grid: Bytes, free: Ints, free_count: int, side: int, gravity: bool, width: int, target: int,
    exact: int, state: Words,
) -> int:  # fmt: skip
    """Play random moves to the end; returns the winner, 0 for a draw."""
    while free_count > 0:
        i = random_below(free_count, state)
        at = free[i]
        grid[at] = side
        if completes_line(grid, at, side, width, target, exact):
            return side
        free_count = take(i, free, free_count, grid, gravity, width)
        side = 3 - side
    return 0


@jit_part
def _copy_into(copy: Ints, original: Ints) -> None:
    """`copy[:] = original`, for which numba compiles what it would say if their sizes differed."""
    for i in range(original.size):
        copy[i] = original[i]


@jit
def flat(
    grid: Bytes, free: Ints, side: int, gravity: bool, width: int, target: int, exact: int,
    playouts: int, state: Words, points: Ints,
) -> None:  # fmt: skip
    """For each first move, `playouts` random games; `points` counts 2 for a win, 1 for a draw."""
    scratch, places = grid.copy(), free.copy()
    for move in range(free.size):
        for _ in range(playouts):
            _copy_into(scratch, grid)
            _copy_into(places, free)
            at = places[move]
            scratch[at] = side
            if completes_line(scratch, at, side, width, target, exact):
                points[move] += 2
                continue
            left = take(move, places, free.size, scratch, gravity, width)
            winner = playout(scratch, places, left, 3 - side, gravity, width, target, exact, state)
            points[move] += 2 if winner == side else 1 if winner == 0 else 0


@jit
def grow_tree(
    grid: Bytes, free: Ints, side: int, gravity: bool, width: int, target: int, exact: int,
    playouts: int, explore: float, state: Words, first_child: Ints, children: Ints, place: Ints,
    visits: Ints, points: Ints,
) -> int:  # fmt: skip
    """Upper confidence bounds on trees; returns the number of nodes of the tree.

    Node 0 is the root. `points` of a node are for the side that moved into it, 2 for a win, 1 for a
    draw. A node gets its children on its second visit, one for each place to try.
    """
    nodes = 1
    scratch, places = grid.copy(), free.copy()
    path = np.zeros(grid.size + 2, dtype=np.int64)
    for _ in range(playouts):
        _copy_into(scratch, grid)
        _copy_into(places, free)
        left, mover, node, length = free.size, side, 0, 1
        path[0] = 0
        winner = -1
        while True:
            room = nodes + left <= first_child.size
            if children[node] == 0 and left > 0 and room and (visits[node] > 0 or node == 0):
                first_child[node], children[node] = nodes, left
                for i in range(left):
                    place[nodes + i] = places[i]
                nodes += left
            if children[node] == 0:
                break
            node = best_child(node, explore, first_child, children, visits, points)
            path[length] = node
            length += 1
            at = place[node]
            scratch[at] = mover
            if completes_line(scratch, at, mover, width, target, exact):
                winner = mover
                break
            i = 0
            while places[i] != at:
                i += 1
            left = take(i, places, left, scratch, gravity, width)
            mover = 3 - mover
        if winner < 0:
            winner = playout(scratch, places, left, mover, gravity, width, target, exact, state)
        for step in range(length):
            moved_into = side if step % 2 == 1 else 3 - side
            visits[path[step]] += 1
            points[path[step]] += 2 if winner == moved_into else 1 if winner == 0 else 0
    return nodes


@jit_part
def best_child(
    node: int, explore: float, first_child: Ints, children: Ints, visits: Ints, points: Ints
) -> int:
    """The child with the highest upper confidence bound; one never visited comes first."""
    chosen, best = first_child[node], -1.0
    logarithm = math.log(visits[node] + 1.0)
    for child in range(first_child[node], first_child[node] + children[node]):
        if visits[child] == 0:
            return child
        bound = points[child] / (2.0 * visits[child]) + explore * math.sqrt(
            logarithm / visits[child]
        )
        if bound > best:
            chosen, best = child, bound
    return chosen
