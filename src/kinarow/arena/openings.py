"""Short openings to start games from, so that deterministic players do not repeat themselves."""

from __future__ import annotations

from random import Random

from kinarow.game import Cell, GameSpec, Position

Opening = tuple[Cell, ...]

_TRIES_BEFORE_LONGER = 50
_SHORTEST, _LONGEST = 2, 12


def random_openings(spec: GameSpec, count: int, seed: int) -> list[Opening]:
    """Up to `count` openings by seed, no two the same up to symmetry, none with a finished game.

    They are as short as their number allows, and of even length, so that the first side begins.
    Small games may not have as many as asked for.
    """
    random = Random(f"openings/{seed}")
    found: dict[Position, Opening] = {}
    plies = min(_SHORTEST, spec.cell_count)
    failures = 0
    while len(found) < count and plies <= min(_LONGEST, spec.cell_count - 1):
        drawn = _random_line(spec, plies, random)
        if drawn is None or drawn[0].canonical() in found:
            failures += 1
            if failures == _TRIES_BEFORE_LONGER:
                failures, plies = 0, plies + 2
            continue
        position, opening = drawn
        found[position.canonical()] = opening
        failures = 0
    return list(found.values())


def _random_line(spec: GameSpec, plies: int, random: Random) -> tuple[Position, Opening] | None:
    position, moves = Position.start(spec), []
    for _ in range(plies):
        move = random.choice(position.legal_moves())
        position = position.after(move)
        moves.append(move)
        if position.ending() is not None:
            return None
    return position, tuple(moves)
