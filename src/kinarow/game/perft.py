"""Counting: lines of play (perft), ways to end, distinct positions.

Perft is the number of move sequences of a given length; a sequence stops when a game ends. It is
how move generators are checked against each other, to the last digit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kinarow.errors import KinarowError
from kinarow.game.ending import Ending, has_line
from kinarow.game.geometry import Cell, bits_of, geometry
from kinarow.game.position import Position
from kinarow.game.side import Side
from kinarow.game.spec import GameSpec
from kinarow.game.symmetry import move_bits, symmetries

_ENOUGH_FOR_PROGRESS = 100


@dataclass(frozen=True, slots=True)
class PlyCount:
    """What the lines of one length come to."""

    nodes: int
    first_wins: int
    second_wins: int
    draws: int

    @property
    def ended(self) -> int:
        return self.first_wins + self.second_wins + self.draws


def perft(position: Position, depth: int) -> int:
    """The number of lines of exactly `depth` plies."""
    return perft_of(count_lines(position, depth))


def perft_of(counts: list[PlyCount]) -> int:
    """Perft from the counts of all plies; there is one line of no plies."""
    return counts[-1].nodes if counts else 1


def divide(
    position: Position, depth: int, progress: Callable[[float], None] = lambda share: None
) -> dict[Cell, int]:
    """For each legal move, the number of lines of `depth` plies that begin with it."""
    _check_depth(position, depth, at_least=1)
    moves = position.legal_moves()
    counts: dict[Cell, int] = {}
    for done, move in enumerate(moves, 1):
        counts[move] = perft(position.play(move), depth - 1)
        progress(done / len(moves))
    return counts


def count_lines(
    position: Position, depth: int, progress: Callable[[float], None] = lambda share: None
) -> list[PlyCount]:
    """For 1 to `depth` plies, the lines of that length and how many of them end a game.

    The first plies are played by the rules until there are enough positions for `progress` to be
    told the share that is done; the kernel counts on from each of them.
    """
    _check_depth(position, depth)
    frontier = [position]
    tallies: list[PlyCount] = []
    while frontier and len(frontier) < _ENOUGH_FOR_PROGRESS and len(tallies) < depth:
        children = [p.play(move) for p in frontier for move in p.legal_moves()]
        endings = [child.ending() for child in children]
        tallies.append(_tally(endings))
        frontier = [c for c, ending in zip(children, endings, strict=True) if ending is None]
    remaining = depth - len(tallies)
    if not remaining:
        return tallies

    import numpy as np

    from kinarow.game import perft_kernel
    from kinarow.game.grid import bordered_grid, landing_places

    counts = np.zeros((remaining, 4), dtype=np.int64)
    for done, leaf in enumerate(frontier):
        spec = leaf.spec
        perft_kernel.count(
            bordered_grid(leaf), landing_places(leaf), spec.gravity, spec.columns + 2, spec.target,
            int(spec.exact), spec.cell_count - leaf.plies, int(leaf.mover), remaining, 0, counts,
        )  # fmt: skip
        progress((done + 1) / len(frontier))
    return tallies + [PlyCount(*map(int, row)) for row in counts]


def count_lines_plainly(position: Position, depth: int) -> list[PlyCount]:
    """`count_lines` by the rules of `Position` alone: slow, and the kernel's oracle."""
    _check_depth(position, depth)
    level = [position]
    tallies: list[PlyCount] = []
    for _ in range(depth):
        level = [p.play(move) for p in level for move in p.legal_moves()]
        tallies.append(_tally([child.ending() for child in level]))
    return tallies


def _tally(endings: list[Ending | None]) -> PlyCount:
    winners = Counter(ending.winner for ending in endings if ending)
    return PlyCount(len(endings), winners[Side.FIRST], winners[Side.SECOND], winners[None])


@dataclass(frozen=True, slots=True)
class PositionCount:
    """How many different positions a number of stones can make."""

    plies: int
    positions: int
    classes: int
    """The same with positions that are symmetric to each other counted once."""


def count_positions(spec: GameSpec, plies: int | None = None) -> Iterator[PositionCount]:
    """The number of distinct positions with 0, 1, 2 … stones, to `plies` or to the last one.

    All positions of one ply are held in memory at once: for small games, or few plies.
    """
    on = geometry(spec)
    last = spec.cell_count if plies is None else min(plies, spec.cell_count)
    boards = {(0, 0)}
    for ply in range(last + 1):
        yield PositionCount(ply, len(boards), len({_canonical(spec, *board) for board in boards}))
        following: set[tuple[int, int]] = set()
        for mover, waiting in boards:
            if has_line(waiting, on):
                continue
            occupied = mover | waiting
            landing = occupied + on.bottom if spec.gravity else ~occupied
            following.update((waiting, mover | bit) for bit in bits_of(landing & on.board))
        boards = following
        if not boards:
            return


def _canonical(spec: GameSpec, mover: int, waiting: int) -> tuple[int, int]:
    return min(
        (move_bits(spec, symmetry, mover), move_bits(spec, symmetry, waiting))
        for symmetry in symmetries(spec)
    )


def _check_depth(position: Position, depth: int, at_least: int = 0) -> None:
    longest = position.spec.cell_count
    if not at_least <= depth <= longest:
        raise KinarowError(f"the depth must be {at_least} to {longest} plies, not {depth}")
