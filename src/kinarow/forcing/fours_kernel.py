"""Wins by fours alone: every move threatens to complete a line, so every answer is forced."""

from typing import NamedTuple

import numpy as np

from kinarow.forcing.threats_kernel import Threats, completing, empty_cell, put, take
from kinarow.native.jit import jit_part
from kinarow.native.types import Ints, Words

WON, NOT_FOUND, OUT_OF_NODES = 1, 0, -1


class FoursDesk(NamedTuple):
    """What a search of fours works with."""

    pool: Ints
    """The moves still to be tried, of all depths one after another."""
    first: Ints
    """Where those of each depth begin."""
    moves: Ints
    answers: Ints
    stamps: Ints
    """When each cell was last taken up as a move, so that it is so only once."""
    failed: Words
    """Positions from which no win was found, by key, with the number of fours that were allowed."""
    line: Ints
    """The win: moves and answers, at last the moves that complete lines."""
    spent: Ints
    """Nodes so far; the last stamp; the length of the line that was found."""


@jit_part
def _candidates(threats: Threats, side: int, only: int, desk: FoursDesk, begin: int) -> int:
    """All fours, or the one on a cell, into the pool; returns where they end."""
    desk.spent[1] += 1
    stamp = desk.spent[1]
    end = begin
    for i in range(threats.sizes[side, 1]):
        window = threats.members[side, 1, i]
        for cell in threats.window_cells[window]:
            is_move = threats.stones[cell] == 0 and (only < 0 or cell == only)
            if is_move and desk.stamps[cell] != stamp:
                desk.stamps[cell] = stamp
                desk.pool[end] = cell
                end += 1
    return end


@jit_part
def find_fours(threats: Threats, side: int, most: int, nodes: int, desk: FoursDesk) -> int:
    """Whether a side that is to move wins by at most `most` fours and a completed line. The length
    of the line that was found is then in `desk.spent[2]`; the board is left as it was."""
    other = 1 - side
    mask = np.uint64(len(desk.failed) - 1)
    limit = desk.spent[0] + nodes
    depth, result, unsure = 0, NOT_FOUND, False
    desk.first[0] = 0
    end = 0
    entering = True
    while True:
        if entering:
            entering = False
            desk.spent[0] += 1
            begin = desk.first[depth]
            end = begin
            if threats.sizes[side, 0] > 0:
                desk.line[2 * depth] = empty_cell(threats, threats.members[side, 0, 0], -1)
                desk.spent[2] = 2 * depth + 1
                result = WON
                break
            left = most - depth
            slot = threats.key[0] & mask
            word = (threats.key[0] & ~np.uint64(0xFF)) | np.uint64(left)
            known = desk.failed[slot]
            is_known = (known & ~np.uint64(0xFF)) == (word & ~np.uint64(0xFF)) and np.int64(
                known & np.uint64(0xFF)
            ) >= left
            if left > 0 and not is_known:
                a, b, _ = completing(threats, other)
                if b < 0:
                    end = _candidates(threats, side, a, desk, begin)
            if desk.spent[0] >= limit:
                unsure = True
                break
        if end > desk.first[depth]:
            end -= 1
            cell = desk.pool[end]
            put(threats, cell, side)
            a, b, _ = completing(threats, side)
            desk.line[2 * depth] = cell
            if b >= 0:
                desk.line[2 * depth + 1] = a
                desk.line[2 * depth + 2] = b
                desk.spent[2] = 2 * depth + 3
                take(threats, cell, side)
                result = WON
                break
            put(threats, a, other)
            desk.moves[depth], desk.answers[depth] = cell, a
            desk.line[2 * depth + 1] = a
            depth += 1
            desk.first[depth] = end
            entering = True
            continue
        # Nothing is left here: what was tried has failed.
        left = most - depth
        slot = threats.key[0] & mask
        desk.failed[slot] = (threats.key[0] & ~np.uint64(0xFF)) | np.uint64(max(0, left))
        if depth == 0:
            break
        end = desk.first[depth]
        depth -= 1
        take(threats, desk.answers[depth], other)
        take(threats, desk.moves[depth], side)
    while depth > 0:
        depth -= 1
        take(threats, desk.answers[depth], other)
        take(threats, desk.moves[depth], side)
    if result == NOT_FOUND and unsure:
        return OUT_OF_NODES
    return result
