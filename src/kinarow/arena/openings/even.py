"""Openings for large boards without gravity: a few stones near the middle, about even.

Stones scattered over such a board have nothing to do with each other, and whoever moves first wins
for that alone. So each stone lies near another one, the last one where a search puts it, and a
longer search judges what comes of it.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from kinarow.arena.openings.short import Opening, position_after
from kinarow.game import Cell, GameSpec, Position
from kinarow.players.builtin.threat_searcher import ThreatPlayer
from kinarow.score import is_proven
from kinarow.search.ordering import tries_only_nearby
from kinarow.search.threats.options import why_no_threats

_LAST_STONE: Final = ThreatPlayer(nodes=1_000)
"""If chance put the last stone, too, one position in fifty would be even: most stones are bad."""
_JUDGE: Final = ThreatPlayer.told(
    nodes=5_000, width=22, last=22, others=0, ahead=0, four_nodes=150, outlook=False, deeper=False
)
"""By the evaluator and the move alone, whose worth `_EVEN` goes by."""
_EVEN: Final = 25
"""Less than the move is worth, which the side that begins has."""
_SECOND_JUDGE: Final = ThreatPlayer(nodes=50_000)
"""Looks as deeply as a game's first moves are thought about: what seems even at first is a forced
win in one opening of seven."""
_NEARLY_EVEN: Final = 100
_AROUND_MIDDLE, _STEPS_APART = 3, 2
_FEWEST, _MOST = 4, 8
_TRIES_BEFORE_LONGER: Final = 200


def has_even_openings(spec: GameSpec) -> bool:
    """Whether a game is of the kind that these openings are for."""
    return tries_only_nearby(spec) and not why_no_threats(spec) and spec.target >= 4


def even_openings(spec: GameSpec, count: int, seed: int) -> list[Opening]:
    """Up to `count` openings by seed, no two the same up to symmetry; the first of more are the
    same as those of fewer. Of even length, so that the first side begins."""
    random = Random(f"even openings/{seed}")
    found: dict[Position, Opening] = {}
    stones, failures = _FEWEST, 0
    while len(found) < count and stones <= _MOST:
        opening = _answered(spec, drawn_nearby(spec, stones - 1, random))
        position = position_after(spec, opening)
        if position.canonical() in found or not _is_even(position):
            failures += 1
            if failures == _TRIES_BEFORE_LONGER:
                failures, stones = 0, stones + 2
            continue
        found[position.canonical()] = opening
        failures = 0
    return list(found.values())


def drawn_nearby(spec: GameSpec, stones: int, random: Random) -> Opening:
    """Stones around the middle, each within two steps of another."""
    middle = Cell(spec.columns // 2, spec.rows // 2)
    around = [
        cell
        for cell in Position.start(spec).legal_moves()
        if _distance(cell, middle) <= _AROUND_MIDDLE
    ]
    moves = [random.choice([cell for cell in around if _distance(cell, middle) <= 1])]
    while len(moves) < stones:
        near = [
            cell
            for cell in around
            if cell not in moves and any(_distance(cell, move) <= _STEPS_APART for move in moves)
        ]
        moves.append(random.choice(near))
    return tuple(moves)


def _answered(spec: GameSpec, stones: Opening) -> Opening:
    """The stones and a good answer to them."""
    position = position_after(spec, stones)
    return stones if position.is_over else (*stones, _LAST_STONE.choose(position).move)


def _distance(a: Cell, b: Cell) -> int:
    """In moves of a king."""
    return max(abs(a.column - b.column), abs(a.row - b.row))


@lru_cache(maxsize=1 << 12)
def _is_even(position: Position) -> bool:
    """Whether a search sees no great advantage for the side to move, and none for the other one
    that would be decided if it had the move."""
    if position.ending() is not None:
        return False
    score = _JUDGE.choose(position).score
    assert score is not None
    if abs(score) > _EVEN:
        return False
    other = Position(position.spec, position.second, position.first)
    passed = _JUDGE.choose(other).score
    if passed is None or is_proven(passed):
        return False
    looked = _SECOND_JUDGE.choose(position).score
    return looked is not None and abs(looked) <= _NEARLY_EVEN
