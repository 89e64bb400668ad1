"""Wins by fours and threes, by proof numbers.

The attacker's moves are those that threaten: a four, or a move after which a win by fours follows
if the defender passes. The defender's are the answers that matter. The search (df-pn, Nagai 2002)
goes on where the least work is missing: `need` is how many positions must still be won to prove
the win, `resist` how many must fail to give it up.
"""

from typing import NamedTuple

import numpy as np

from kinarow.forcing.answers_kernel import Marks, answers_to, begin, mark
from kinarow.forcing.fours_kernel import WON, FoursDesk, find_fours
from kinarow.forcing.threats_kernel import Threats, completing, put, take
from kinarow.native.jit import jit
from kinarow.native.types import Ints, SmallInts, Words

NEVER = 1 << 28
_DEFENDING = np.uint64(0x9E3779B97F4A7C15)
_PROBES = 4


class ProofDesk(NamedTuple):
    """What a search works with."""

    cells: Ints
    """For each ply, the moves or answers to try."""
    needs: Ints
    resists: Ints
    keys: Words
    """What is known: for each key its need, its resist, and the move that wins."""
    known: SmallInts
    settings: Ints
    """The attacker; work done; the limit of it; fours and nodes of the threats that moves may make;
    nodes of the search of fours in each position."""


SIDE, WORK, LIMIT, THREAT_FOURS, THREAT_NODES, FOURS_NODES = range(6)


@jit
def find_known(key: np.uint64, desk: ProofDesk) -> int:
    """Where the key stands in the table; -1 if it does not."""
    mask = np.uint64(len(desk.keys) - 1)
    for i in range(_PROBES):
        at = np.int64((key + np.uint64(i)) & mask)
        if desk.keys[at] == key:
            return at
    return -1


@jit
def _keep(key: np.uint64, need: int, resist: int, move: int, desk: ProofDesk) -> None:
    mask = np.uint64(len(desk.keys) - 1)
    place, worth = -1, NEVER + 1
    for i in range(_PROBES):
        at = np.int64((key + np.uint64(i)) & mask)
        if desk.keys[at] == key or desk.keys[at] == 0:
            place = at
            break
        # What is proven stays longest, then what took most work.
        here = NEVER if desk.known[at, 0] == 0 else desk.known[at, 3]
        if here < worth:
            place, worth = at, here
    spent = desk.known[place, 3] if desk.keys[place] == key else 0
    desk.keys[place] = key
    desk.known[place, 0] = need
    desk.known[place, 1] = resist
    desk.known[place, 2] = move
    desk.known[place, 3] = min(spent + 1, 1 << 20)


@jit
def _moves(threats: Threats, side: int, only: int, marks: Marks, into: Ints) -> int:
    """Moves that make a four or add to a window that lacks three, those in most windows first."""
    if only >= 0:
        into[0] = only
        return 1
    begin(marks)
    for level in (1, 2):
        for i in range(threats.sizes[side, level]):
            for cell in threats.window_cells[threats.members[side, level, i]]:
                if threats.stones[cell] == 0:
                    mark(marks, cell)
                    if level == 1:
                        mark(marks, cell)
    count = marks.numbers[1]
    for i in range(count):
        cell = marks.cells[i]
        j = i
        while j > 0 and marks.counts[into[j - 1]] < marks.counts[cell]:
            into[j] = into[j - 1]
            j -= 1
        into[j] = cell
    return count


@jit
def _expand_attack(
    threats: Threats, ply: int, desk: ProofDesk, marks: Marks, fours: FoursDesk
) -> int:
    """The attacker's moves that threaten, with what is known of each; how many there are, or -1 if
    he wins by fours alone (the first of them is then the only move)."""
    side = desk.settings[SIDE]
    cells, needs, resists = desk.cells[ply], desk.needs[ply], desk.resists[ply]
    before = fours.spent[0]
    found = find_fours(threats, side, 24, desk.settings[FOURS_NODES], fours)
    desk.settings[WORK] += fours.spent[0] - before
    if found == WON:
        cells[0] = fours.line[0]
        return -1
    a, b, _ = completing(threats, 1 - side)
    if b >= 0 or ply + 2 >= len(desk.cells):
        return 0
    tried = _moves(threats, side, a, marks, cells)
    count = 0
    for i in range(tried):
        cell = cells[i]
        put(threats, cell, side)
        key = threats.key[0] ^ _DEFENDING
        at = find_known(key, desk)
        if at >= 0:
            need, resist = desk.known[at, 0], desk.known[at, 1]
        else:
            before = fours.spent[0]
            replies = answers_to(
                threats, side, desk.settings[THREAT_FOURS], desk.settings[THREAT_NODES],
                marks, fours, desk.cells[ply + 1],
            )  # fmt: skip
            desk.settings[WORK] += 1 + fours.spent[0] - before
            need, resist = (max(1, replies), 1) if replies >= 0 else (NEVER, 0)
            _keep(key, need, resist, -1, desk)
        take(threats, cell, side)
        if resist > 0:
            cells[count], needs[count], resists[count] = cell, need, resist
            count += 1
    return count


@jit
def _expand_defence(
    threats: Threats, ply: int, desk: ProofDesk, marks: Marks, fours: FoursDesk
) -> int:
    """The answers that matter, with what is known of each; -1 if the move threatens nothing."""
    side = desk.settings[SIDE]
    cells, needs, resists = desk.cells[ply], desk.needs[ply], desk.resists[ply]
    before = fours.spent[0]
    count = answers_to(
        threats, side, desk.settings[THREAT_FOURS], desk.settings[THREAT_NODES], marks, fours, cells
    )
    desk.settings[WORK] += fours.spent[0] - before
    for i in range(count):
        at = find_known(threats.key[0] ^ threats.keys[1 - side, cells[i]], desk)
        needs[i] = desk.known[at, 0] if at >= 0 else 1
        resists[i] = desk.known[at, 1] if at >= 0 else 1
    return count


@jit
def settle(
    threats: Threats, attacking: bool, ply: int, most_need: int, most_resist: int,
    desk: ProofDesk, marks: Marks, fours: FoursDesk,
) -> tuple[int, int]:  # fmt: skip
    """Work on a position until its need or its resist reaches a limit; returns both. `attacking`
    says whether the attacker is to move. The board is left as it was."""
    desk.settings[WORK] += 1
    mover = desk.settings[SIDE] if attacking else 1 - desk.settings[SIDE]
    key = threats.key[0] if attacking else threats.key[0] ^ _DEFENDING
    cells, needs, resists = desk.cells[ply], desk.needs[ply], desk.resists[ply]
    if attacking:
        count = _expand_attack(threats, ply, desk, marks, fours)
        if count < 0:
            _keep(key, 0, NEVER, cells[0], desk)
            return 0, NEVER
    else:
        count = _expand_defence(threats, ply, desk, marks, fours)
        if count < 0:
            _keep(key, NEVER, 0, -1, desk)
            return NEVER, 0
    while True:
        # `least` is what the mover looks for, `total` what the other side must overcome.
        least, second, total, largest, best = NEVER, NEVER, 0, 0, -1
        for i in range(count):
            own, others = (needs[i], resists[i]) if attacking else (resists[i], needs[i])
            if own < least:
                least, second, best = own, least, i
            elif own < second:
                second = own
            total += others
            largest = max(largest, others)
        if attacking:
            # Many moves lead to the same positions: a sum would count their resistance again.
            total = min(total, largest + count - 1) if count > 0 else 0
        total = min(total, NEVER)
        if least == 0:
            total = NEVER
        need, resist = (least, total) if attacking else (total, least)
        if (
            need >= most_need or resist >= most_resist or need == 0 or resist == 0
            or desk.settings[WORK] >= desk.settings[LIMIT]
        ):  # fmt: skip
            break
        further = second + (second >> 2) + 1
        if attacking:
            child_need = min(most_need, further)
            child_resist = min(most_resist - resist + resists[best], NEVER)
        else:
            child_resist = min(most_resist, further)
            child_need = min(most_need - need + needs[best], NEVER)
        cell = cells[best]
        put(threats, cell, mover)
        needs[best], resists[best] = settle(
            threats, not attacking, ply + 1, child_need, child_resist, desk, marks, fours
        )
        take(threats, cell, mover)
    move = cells[best] if attacking and best >= 0 else -1
    _keep(key, need, resist, move, desk)
    return need, resist
