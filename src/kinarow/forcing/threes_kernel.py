"""Wins by fours and threes. A three threatens a win by fours; the defender has a few answers that
matter, and each of them must lose.

Against a three, let W be the win by fours that follows if the defender passes. An answer matters if

- it lies on a cell that W occupies or needs to be empty, or
- with the answers that W forces, it would give the defender a four on the way, or
- it makes a four at once.

After any other answer W goes through as it is, so it need not be looked at.
"""

from typing import NamedTuple

import numpy as np

from kinarow.forcing.fours_kernel import NOT_FOUND, OUT_OF_NODES, WON, FoursDesk, find_fours
from kinarow.forcing.threats_kernel import Threats, completing, put, take
from kinarow.native.jit import jit
from kinarow.native.types import Ints, Words


class ThreesDesk(NamedTuple):
    """What a search of threes works with."""

    moves: Ints
    """For each depth, the moves to try."""
    answers: Ints
    """For each depth, the answers to a move."""
    marks: Ints
    """For each cell, in how many wins it matters; and when it was marked last."""
    stamps: Ints
    partner: Ints
    """For each cell, the cell that completes a line after it."""
    known: Words
    """Keys of positions whose result is known."""
    results: Ints
    """The result: 1 + the move for a win, or minus the depth to which none was found."""
    spent: Ints
    """Nodes; the limit; the last stamp; nodes for a single search of fours."""


@jit
def _mark(desk: ThreesDesk, cell: int, stamp: int, number: int) -> None:
    """Count a cell as one that matters in the win of this number, once."""
    if desk.stamps[cell] != stamp:
        desk.stamps[cell] = stamp
        desk.marks[cell] = 0
    if desk.marks[cell] == number:
        desk.marks[cell] = number + 1


@jit
def _doubles(threats: Threats, side: int, desk: ThreesDesk, stamp: int) -> int:
    """Mark the cells that matter in all wins by a single double four; returns how many such wins
    there are."""
    wins = 0
    for i in range(threats.sizes[side, 1]):
        window = threats.members[side, 1, i]
        a, b = -1, -1
        for cell in threats.window_cells[window]:
            if threats.stones[cell] == 0:
                if a < 0:
                    a = cell
                else:
                    b = cell
        for turn in range(2):
            move, then = (a, b) if turn == 0 else (b, a)
            # The first partner of a cell is remembered; a second one makes a double four.
            before = desk.partner[move]
            if before < 0:
                desk.partner[move] = then
            elif before < 1_000_000 and before != then:
                _mark(desk, move, stamp, wins)
                _mark(desk, before, stamp, wins)
                _mark(desk, then, stamp, wins)
                desk.partner[move] = 1_000_000
                wins += 1
    for i in range(threats.sizes[side, 1]):
        for cell in threats.window_cells[threats.members[side, 1, i]]:
            desk.partner[cell] = -1
    return wins


@jit
def _mark_line(
    threats: Threats, side: int, line: Ints, length: int, desk: ThreesDesk, stamp: int
) -> None:
    """Mark the cells that matter in a win by fours."""
    other = 1 - side
    for i in range(length):
        _mark(desk, line[i], stamp, 0)
    # The forced answers before the last double four: at odd places, the last two stones apart.
    for i in range(1, length - 2, 2):
        for window in threats.cell_windows[line[i]]:
            if window < 0:
                break
            if threats.counts[side, window] > 0:
                continue
            held = threats.counts[other, window]
            for cell in threats.window_cells[window]:
                for j in range(1, length - 2, 2):
                    if line[j] == cell:
                        held += 1
            if held >= threats.target - 2:
                for cell in threats.window_cells[window]:
                    if threats.stones[cell] == 0:
                        _mark(desk, cell, stamp, 0)


@jit
def answers_to(
    threats: Threats, side: int, desk: ThreesDesk, fours: FoursDesk, answers: Ints
) -> int:
    """The answers that matter after a move of `side` that makes no four; -1 if it threatens
    nothing. The other side cannot complete a line now."""
    other = 1 - side
    desk.spent[2] += 1
    stamp = desk.spent[2]
    wins = _doubles(threats, side, desk, stamp)
    if wins == 0:
        if desk.spent[4] == 0:
            return -1
        found = find_fours(threats, side, 12, desk.spent[4], fours)
        if found != WON:
            return -1
        _mark_line(threats, side, fours.line, fours.spent[2], desk, stamp)
        wins = 1
    count = 0
    # A cell that matters in every win, in the order of the board's windows near it.
    for cell in range(len(threats.stones)):
        if desk.stamps[cell] == stamp and desk.marks[cell] == wins:
            answers[count] = cell
            count += 1
            desk.marks[cell] = -1
    for i in range(threats.sizes[other, 1]):
        for cell in threats.window_cells[threats.members[other, 1, i]]:
            if threats.stones[cell] == 0:
                if desk.stamps[cell] != stamp or desk.marks[cell] != -1:
                    desk.stamps[cell] = stamp
                    desk.marks[cell] = -1
                    answers[count] = cell
                    count += 1
    return count


@jit
def _moves(threats: Threats, side: int, only: int, desk: ThreesDesk, moves: Ints) -> int:
    """Moves that make a four or add a third stone to a window, those in most windows first."""
    if only >= 0:
        moves[0] = only
        return 1
    desk.spent[2] += 1
    stamp = desk.spent[2]
    count = 0
    for level in (1, 2):
        for i in range(threats.sizes[side, level]):
            for cell in threats.window_cells[threats.members[side, level, i]]:
                if threats.stones[cell] == 0:
                    if desk.stamps[cell] != stamp:
                        desk.stamps[cell] = stamp
                        desk.marks[cell] = 0
                        moves[count] = cell
                        count += 1
                    desk.marks[cell] += 3 - level
    for i in range(1, count):
        cell = moves[i]
        worth = desk.marks[cell]
        j = i
        while j > 0 and desk.marks[moves[j - 1]] < worth:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = cell
    return count


@jit
def find_threes(
    threats: Threats, side: int, depth: int, ply: int, desk: ThreesDesk, fours: FoursDesk
) -> int:
    """Whether a side that is to move wins by at most `depth` threes one after another, and fours.
    The move is then in `desk.results`; the board is left as it was."""
    other = 1 - side
    desk.spent[0] += 1
    if desk.spent[0] >= desk.spent[1]:
        return OUT_OF_NODES
    slot = np.int64(threats.key[0] & np.uint64(len(desk.known) - 1))
    if desk.known[slot] == threats.key[0]:
        if desk.results[slot] > 0:
            return WON
        if desk.results[slot] <= -depth - 1:
            return NOT_FOUND
    a, b, _ = completing(threats, other)
    result, best = NOT_FOUND, -1
    for most in (2, 12):
        found = find_fours(threats, side, most, desk.spent[3], fours)
        if found == WON:
            result, best = WON, fours.line[0]
            break
    if result != WON and depth > 0 and b < 0 and ply < len(desk.moves):
        moves, answers = desk.moves[ply], desk.answers[ply]
        count = _moves(threats, side, a, desk, moves)
        for i in range(count):
            move = moves[i]
            put(threats, move, side)
            c, d, _ = completing(threats, side)
            if c >= 0:
                # A four; with two ways to complete it, the search of fours would have won.
                replies = 1
                answers[0] = c
            else:
                replies = answers_to(threats, side, desk, fours, answers)
            lost = replies >= 0
            for j in range(replies):
                answer = answers[j]
                put(threats, answer, other)
                less = depth - 1
                found = find_threes(threats, side, less, ply + 1, desk, fours)
                take(threats, answer, other)
                if found != WON:
                    lost = False
                    if found == OUT_OF_NODES:
                        result = OUT_OF_NODES
                    break
            take(threats, move, side)
            if lost:
                result, best = WON, move
                break
            if result == OUT_OF_NODES:
                break
    if result == WON:
        desk.known[slot] = threats.key[0]
        desk.results[slot] = 1 + best
    elif result == NOT_FOUND and not (
        desk.known[slot] == threats.key[0] and desk.results[slot] > 0
    ):
        desk.known[slot] = threats.key[0]
        desk.results[slot] = -depth - 1
    return result
