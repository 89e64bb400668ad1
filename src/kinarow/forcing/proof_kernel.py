"""Wins by fours and threes, by proof numbers.

The attacker's moves are those that threaten: a four, or a move after which a win by fours follows
if the defender passes. The defender's are the answers that matter. The search (df-pn, Nagai 2002)
goes on where the least work is missing: `need` is how many positions must still be won to prove
the win, `resist` how many must fail to give it up.
"""

from typing import NamedTuple

import numpy as np

from kinarow.forcing.answers_kernel import Marks, answers_to, begin, mark, mark_windows
from kinarow.forcing.fours_kernel import WON, FoursDesk, find_fours
from kinarow.forcing.threats_kernel import Threats, completing, put, take
from kinarow.native.jit import jit_for, jit_part
from kinarow.native.types import BOOLEAN, INT, Ints, SmallInts, Words, array, pair_of, record

NEVER = 1 << 28
_DEFENDING = np.uint64(0x9E3779B97F4A7C15)
_QUIETLY = np.uint64(0xC2B2AE3D27D4EB4F)
_PROBES = 4
_QUIET_MOVES = 24
_QUIET_NEED = 12


class ProofDesk(NamedTuple):
    """What a search works with."""

    cells: Ints
    """For each ply, the moves or answers to try."""
    needs: Ints
    resists: Ints
    keys: Words
    """What is known: for each key its need, its resist, and the move that wins."""
    known: SmallInts
    zones: Words
    """Keys of quiet moves whose answers are kept,"""
    zone_cells: SmallInts
    """and these: how many, then the cells."""
    settings: Ints
    """The attacker; work done; the limit of it; fours and nodes of the threats that moves may make;
    nodes of the search of fours in each position; work for the threat of a quiet move."""


_INTS, _TABLE = array("ints"), array("ints", 2)
THREATS = record(
    {
        "target": INT,
        "window_cells": _TABLE,
        "cell_windows": _TABLE,
        "stones": array("bytes"),
        "counts": _TABLE,
        "members": array("ints", 3),
        "sizes": _TABLE,
        "place": _TABLE,
        "keys": array("words", 2),
        "key": array("words"),
    },
    Threats,
)
DESK = record(
    {
        "cells": _TABLE,
        "needs": _TABLE,
        "resists": _TABLE,
        "keys": array("words"),
        "known": array("small_ints", 2),
        "zones": array("words"),
        "zone_cells": array("small_ints", 2),
        "settings": _INTS,
    },
    ProofDesk,
)
MARKS = record(dict.fromkeys(Marks._fields, _INTS), Marks)
FOURS = record({**dict.fromkeys(FoursDesk._fields, _INTS), "failed": array("words")}, FoursDesk)

SIDE, WORK, LIMIT, THREAT_FOURS, THREAT_NODES, FOURS_NODES, QUIET_WORK = range(7)
MOST_FOURS = 24


@jit_part
def key_of(threats: Threats, attacking: bool, quiet: bool) -> np.uint64:
    """The key of a question: the stones, who is to move, and whether quiet moves are allowed."""
    key = np.uint64(threats.key[0])
    if not attacking:
        key ^= _DEFENDING
    if quiet:
        key ^= _QUIETLY
    return key


@jit_part
def find_known(key: np.uint64, desk: ProofDesk) -> int:
    """Where the key stands in the table; -1 if it does not."""
    mask = np.uint64(len(desk.keys) - 1)
    for i in range(_PROBES):
        at = int(np.int64((key + np.uint64(i)) & mask))
        if desk.keys[at] == key:
            return at
    return -1


@jit_part
def _keep(key: np.uint64, need: int, resist: int, move: int, desk: ProofDesk) -> None:
    mask = np.uint64(len(desk.keys) - 1)
    place, worth = -1, NEVER + 1
    for i in range(_PROBES):
        at = int(np.int64((key + np.uint64(i)) & mask))
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


@jit_part
def _sorted_into(marks: Marks, into: Ints, begin_at: int) -> int:
    """Append the marked cells, those with most marks first; returns the end."""
    end = begin_at
    for i in range(marks.numbers[1]):
        cell = marks.cells[i]
        j = end
        while j > begin_at and marks.counts[into[j - 1]] < marks.counts[cell]:
            into[j] = into[j - 1]
            j -= 1
        into[j] = cell
        end += 1
    return end


@jit_part
def _moves(threats: Threats, side: int, marks: Marks, into: Ints) -> int:
    """Moves that make a four or add to a window that lacks three, those in most windows first."""
    begin(marks)
    mark_windows(threats, side, 1, marks)
    mark_windows(threats, side, 1, marks)
    mark_windows(threats, side, 2, marks)
    return _sorted_into(marks, into, 0)


@jit_part
def _quiet_moves(threats: Threats, side: int, marks: Marks, into: Ints, begin_at: int) -> int:
    """The moves that add most to windows with stones of one side only; returns where they end."""
    begin(marks)
    other = 1 - side
    for cell in range(len(threats.stones)):
        if threats.stones[cell] != 0:
            continue
        worth, adds = 0, False
        for window in threats.cell_windows[cell]:
            if window < 0:
                break
            own, others = threats.counts[side, window], threats.counts[other, window]
            if others == 0 and own > 0:
                adds = True
                worth += 4 * own * own
            elif own == 0 and others > 0:
                worth += others * others
        if adds:
            mark(marks, cell)
            marks.counts[cell] = worth
    return min(_sorted_into(marks, into, begin_at), begin_at + _QUIET_MOVES)


@jit_part
def _expand_attack(
    threats: Threats, quiet: bool, ply: int, desk: ProofDesk, marks: Marks, fours: FoursDesk
) -> int:
    """The attacker's moves, with what is known of each; how many there are, or -1 if he wins by
    fours alone (the first of them is then the only move)."""
    side = desk.settings[SIDE]
    cells, needs, resists = desk.cells[ply], desk.needs[ply], desk.resists[ply]
    before = fours.spent[0]
    found = find_fours(threats, side, MOST_FOURS, desk.settings[FOURS_NODES], fours)
    desk.settings[WORK] += fours.spent[0] - before
    if found == WON:
        cells[0] = fours.line[0]
        return -1
    a, b, _ = completing(threats, 1 - side)
    if b >= 0 or ply + 4 >= len(desk.cells):
        return 0
    if a >= 0:
        cells[0] = a
        tried = 1
        first_quiet = 0 if quiet else 1
    else:
        tried = _moves(threats, side, marks, cells)
        first_quiet = tried
        if quiet:
            tried = _quiet_moves(threats, side, marks, cells, tried)
    count = 0
    for i in range(tried):
        cell = cells[i]
        put(threats, cell, side)
        key = key_of(threats, False, quiet)
        at = find_known(key, desk)
        need, resist = _QUIET_NEED, 1
        if at >= 0:
            need, resist = desk.known[at, 0], desk.known[at, 1]
        elif i < first_quiet:
            before = fours.spent[0]
            replies = answers_to(
                threats, side, desk.settings[THREAT_FOURS], desk.settings[THREAT_NODES],
                marks, fours, desk.cells[ply + 1],
            )  # fmt: skip
            desk.settings[WORK] += 1 + fours.spent[0] - before
            if replies >= 0:
                need = max(1, replies)
                _keep(key, need, 1, -1, desk)
            elif not quiet:
                need, resist = NEVER, 0
                _keep(key, NEVER, 0, -1, desk)
            else:
                resist = 0  # among the quiet moves, if it is worth it
        else:
            for j in range(count):
                if cells[j] == cell:
                    resist = 0  # it is among the threats
        take(threats, cell, side)
        if resist > 0:
            cells[count], needs[count], resists[count] = cell, need, resist
            count += 1
    return count


@jit_part
def _mark_named(fours: FoursDesk, zone: Marks) -> None:
    """Mark the cells of a win by fours."""
    for i in range(fours.spent[2]):
        mark(zone, fours.line[i])


@jit_for(BOOLEAN(THREATS, INT, DESK, MARKS, MARKS, FOURS))
def mark_proof(
    threats: Threats, ply: int, desk: ProofDesk, zone: Marks, marks: Marks, fours: FoursDesk
) -> bool:
    """Mark the cells that a proven win by fours and threes names, the attacker to move. False if
    a part of the proof is not known any more, or it is too large."""
    side = desk.settings[SIDE]
    other = 1 - side
    desk.settings[WORK] += 1
    zone.numbers[2] += 1
    if ply + 2 >= len(desk.cells) or zone.numbers[2] > 600:
        return False
    if find_fours(threats, side, MOST_FOURS, desk.settings[FOURS_NODES], fours) == WON:
        _mark_named(fours, zone)
        return True
    at = find_known(key_of(threats, True, False), desk)
    if at < 0 or desk.known[at, 0] != 0:
        return False
    move = desk.known[at, 2]
    mark(zone, move)
    put(threats, move, side)
    cells = desk.cells[ply]
    count = answers_to(
        threats, side, desk.settings[THREAT_FOURS], desk.settings[THREAT_NODES], marks, fours, cells
    )
    if count >= 0 and threats.sizes[side, 0] == 0:
        find_fours(threats, side, MOST_FOURS, desk.settings[FOURS_NODES], fours)
        _mark_named(fours, zone)
    complete = count >= 0
    for i in range(count):
        answer = cells[i]
        mark(zone, answer)
        put(threats, answer, other)
        complete = mark_proof(threats, ply + 1, desk, zone, marks, fours)
        take(threats, answer, other)
        if not complete:
            break
    take(threats, move, side)
    return complete


@jit_part
def keep_answers(key: np.uint64, desk: ProofDesk, cells: Ints, count: int) -> None:
    at = int(np.int64(key & np.uint64(len(desk.zones) - 1)))
    if 0 <= count < desk.zone_cells.shape[1]:
        desk.zones[at] = key
        desk.zone_cells[at, 0] = count
        for i in range(count):
            desk.zone_cells[at, i + 1] = cells[i]


@jit_part
def _kept_answers(key: np.uint64, desk: ProofDesk, into: Ints) -> int:
    """The answers to a quiet move, if they were found before; -1 otherwise."""
    at = int(np.int64(key & np.uint64(len(desk.zones) - 1)))
    if desk.zones[at] != key:
        return -1
    count = desk.zone_cells[at, 0]
    for i in range(count):
        into[i] = desk.zone_cells[at, i + 1]
    return int(count)


@jit_part
def zone_answers(
    threats: Threats, ply: int, desk: ProofDesk, zone: Marks, marks: Marks, fours: FoursDesk,
    into: Ints,
) -> int:  # fmt: skip
    """The answers that matter to a quiet move, whose threat is a proven win by fours and threes."""
    begin(zone)
    zone.numbers[2] = 0
    if not mark_proof(threats, ply, desk, zone, marks, fours):
        return -1
    mark_windows(threats, 1 - desk.settings[SIDE], 1, zone)
    for i in range(zone.numbers[1]):
        into[i] = zone.cells[i]
    return int(zone.numbers[1])


@jit_for(pair_of(INT)(THREATS, BOOLEAN, BOOLEAN, INT, INT, INT, DESK, MARKS, MARKS, FOURS))
def settle(
    threats: Threats, attacking: bool, quiet: bool, ply: int, most_need: int, most_resist: int,
    desk: ProofDesk, zone: Marks, marks: Marks, fours: FoursDesk,
) -> tuple[int, int]:  # fmt: skip
    """Work on a position until its need or its resist reaches a limit; returns both. `attacking`
    says whether the attacker is to move. The board is left as it was."""
    settings = desk.settings
    settings[WORK] += 1
    side = settings[SIDE]
    mover = side if attacking else 1 - side
    key = key_of(threats, attacking, quiet)
    cells, needs, resists = desk.cells[ply], desk.needs[ply], desk.resists[ply]
    if attacking:
        count = _expand_attack(threats, quiet, ply, desk, marks, fours)
        if count < 0:
            _keep(key, 0, NEVER, cells[0], desk)
            return 0, NEVER
    else:
        before = fours.spent[0]
        count = answers_to(
            threats, side, settings[THREAT_FOURS], settings[THREAT_NODES], marks, fours, cells
        )
        settings[WORK] += fours.spent[0] - before
        if count < 0 and quiet:
            count = _kept_answers(key, desk, cells)
        if count < 0 and quiet:
            # The threat of a quiet move: what would follow by threats if the defender passed.
            limit = settings[LIMIT]
            settings[LIMIT] = min(limit, settings[WORK] + settings[QUIET_WORK])
            never = int(np.int64(NEVER))  # a constant here would be compiled as another function
            missing, _ = settle(
                threats, not attacking, not quiet, ply + 1, never, never, desk, zone, marks, fours
            )
            settings[LIMIT] = limit
            if missing == 0:
                count = zone_answers(threats, ply + 1, desk, zone, marks, fours, cells)
                keep_answers(key, desk, cells, count)
            elif settings[WORK] >= limit:
                return _QUIET_NEED, 1
        if count < 0:
            _keep(key, NEVER, 0, -1, desk)
            return NEVER, 0
        for i in range(count):
            put(threats, cells[i], mover)
            at = find_known(key_of(threats, True, quiet), desk)
            take(threats, cells[i], mover)
            needs[i] = desk.known[at, 0] if at >= 0 else 1
            resists[i] = desk.known[at, 1] if at >= 0 else 1
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
            threats, not attacking, quiet, ply + 1, child_need, child_resist,
            desk, zone, marks, fours,
        )  # fmt: skip
        take(threats, cell, mover)
    move = cells[best] if attacking and best >= 0 else -1
    _keep(key, need, resist, move, desk)
    return need, resist
