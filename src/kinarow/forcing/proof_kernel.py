"""Wins by fours and threes, by proof numbers.

The attacker's moves are those that threaten: fours, and threes, after which a single double four
wins if the defender passes; where that is allowed, quiet moves too, whose threat is itself a win by
fours and threes. The defender's are the answers that matter. The search (df-pn, Nagai 2002) goes on
where the least work is missing: `need` is how many positions must still be won to prove the win,
`resist` how many must fail to give it up.
"""

import numpy as np

from kinarow.forcing.answers_kernel import Marks, answers_to, begin, mark, mark_windows
from kinarow.forcing.attacks_kernel import expand_attack
from kinarow.forcing.fours_kernel import WON, FoursDesk, find_fours
from kinarow.forcing.known_kernel import (
    DESK,
    FOURS,
    FOURS_NODES,
    LIMIT,
    MARKS,
    MOST_FOURS,
    NEVER,
    PROBE_WORK,
    QUIET_NEED,
    QUIET_TURNS,
    QUIET_WORK,
    SIDE,
    THREATS,
    WORK,
    ProofDesk,
    find_known,
    is_proven,
    keep,
    key_of,
)
from kinarow.forcing.threats_kernel import Threats, put, take
from kinarow.native.jit import jit_for, jit_part
from kinarow.native.types import BOOLEAN, INT, Ints, pair_of


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
    count = answers_to(threats, side, marks, cells)
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


@jit_part
def _look_up(threats: Threats, quiet: bool, ply: int, count: int, desk: ProofDesk) -> None:
    """What is known of the defender's answers at a ply."""
    defender = 1 - desk.settings[SIDE]
    after, by_threats = key_of(threats, True, quiet), key_of(threats, True, False)
    for i in range(count):
        word = threats.keys[defender, desk.cells[ply, i]]
        at = find_known(after ^ word, desk)
        need, resist = 1, 1
        if quiet and is_proven(by_threats ^ word, desk):
            need, resist = 0, NEVER
        elif at >= 0:
            need, resist = desk.known[at, 0], desk.known[at, 1]
        desk.needs[ply, i], desk.resists[ply, i] = need, resist


@jit_part
def _best(attacking: bool, needs: Ints, resists: Ints, count: int) -> tuple[int, int, int, int]:
    """Where least is missing to what the mover looks for; how much that is, there and at the second
    best; and what the other side must overcome in all."""
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
    if least == 0:
        total = NEVER
    return best, least, second, min(total, NEVER)


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
    never = int(np.int64(NEVER))  # a constant here would be compiled as another function
    if attacking:
        if quiet and find_known(key, desk) < 0:
            # Most positions after an answer are won by threats alone, if they are won.
            limit = settings[LIMIT]
            settings[LIMIT] = min(limit, settings[WORK] + settings[PROBE_WORK])
            missing, _ = settle(
                threats, attacking, not quiet, ply, never, never, desk, zone, marks, fours
            )
            settings[LIMIT] = limit
            if missing == 0:
                at = find_known(key_of(threats, True, False), desk)
                keep(key, 0, NEVER, desk.known[at, 2], desk)
                return 0, NEVER
        count = expand_attack(threats, quiet, ply, desk, marks, fours)
        if count < 0:
            keep(key, 0, NEVER, cells[0], desk)
            return 0, NEVER
    else:
        count = answers_to(threats, side, marks, cells)
        if count < 0 and quiet:
            count = _kept_answers(key, desk, cells)
        if count < 0 and quiet:
            # The threat of a quiet move: what would follow by threats if the defender passed.
            limit = settings[LIMIT]
            settings[LIMIT] = min(limit, settings[WORK] + settings[QUIET_WORK])
            missing, hope = settle(
                threats, not attacking, not quiet, ply + 1, never, never, desk, zone, marks, fours
            )
            settings[LIMIT] = limit
            if missing == 0:
                count = zone_answers(threats, ply + 1, desk, zone, marks, fours, cells)
                keep_answers(key, desk, cells, count)
            elif settings[WORK] >= limit:
                return QUIET_NEED, 1
            elif hope > 0:
                # Other moves first: a threat that is hard to find is looked for in turns.
                at = find_known(key, desk)
                turns = desk.known[at, 3] + 1 if at >= 0 else 1
                if turns < QUIET_TURNS:
                    need = QUIET_NEED * (turns + 1)
                    keep(key, need, 1, -1, desk)
                    return need, 1
        if count < 0:
            keep(key, NEVER, 0, -1, desk)
            return NEVER, 0
        _look_up(threats, quiet, ply, count, desk)
    while True:
        best, least, second, total = _best(attacking, needs, resists, count)
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
    keep(key, need, resist, move, desk)
    return need, resist
