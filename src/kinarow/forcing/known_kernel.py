"""What a proof-number search knows of positions: how much is missing to a proof, and which move."""

from typing import NamedTuple

import numpy as np

from kinarow.forcing.answers_kernel import Marks
from kinarow.forcing.fours_kernel import FoursDesk
from kinarow.forcing.threats_kernel import Threats
from kinarow.native.jit import jit_part
from kinarow.native.types import INT, Ints, SmallInts, Words, array, record

NEVER = 1 << 28
_DEFENDING = np.uint64(0x9E3779B97F4A7C15)
_QUIETLY = np.uint64(0xC2B2AE3D27D4EB4F)
_PROBES = 4
QUIET_NEED = 12
"""The need of a quiet move of which nothing is known."""
QUIET_TURNS = 15
"""So often its threat is looked for."""


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
    nearby: Ints
    """The windows among which quiet moves are looked for."""
    settings: Ints
    """The attacker; work done; the limit of it; nodes of the search of fours in each position; work
    for the threat of a quiet move, in each turn; work for a win without quiet moves before these
    are tried."""


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
        "nearby": _INTS,
        "settings": _INTS,
    },
    ProofDesk,
)
MARKS = record(dict.fromkeys(Marks._fields, _INTS), Marks)
FOURS = record({**dict.fromkeys(FoursDesk._fields, _INTS), "failed": array("words")}, FoursDesk)

SIDE, WORK, LIMIT, FOURS_NODES, QUIET_WORK, PROBE_WORK = range(6)
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
def is_proven(key: np.uint64, desk: ProofDesk) -> bool:
    """Whether it is known that the attacker wins."""
    at = find_known(key, desk)
    return bool(at >= 0 and desk.known[at, 0] == 0)


@jit_part
def keep(key: np.uint64, need: int, resist: int, move: int, desk: ProofDesk) -> None:
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
