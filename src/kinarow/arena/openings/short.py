"""Short openings to start games from, so that deterministic players do not repeat themselves."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

from kinarow.errors import ArenaError, KinarowError
from kinarow.game import Cell, GameSpec, Position
from kinarow.solver.book.book import book_for

Opening = tuple[Cell, ...]

_TRIES_BEFORE_LONGER = 50
_SHORTEST, _LONGEST = 2, 12
_MOST = 100_000


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
        position = position.play(move)
        moves.append(move)
        if position.ending() is not None:
            return None
    return position, tuple(moves)


def all_openings(spec: GameSpec, plies: int, seed: int) -> list[Opening]:
    """Every opening of so many stones, no two the same up to symmetry, in an order by seed.

    Where a book knows their exact values, the most even ones come first.
    """
    if not 0 <= plies <= min(_LONGEST, spec.cell_count - 1):
        raise ArenaError(f"openings have 0 to {min(_LONGEST, spec.cell_count - 1)} plies")
    found: dict[Position, Opening] = {Position.start(spec): ()}
    for _ in range(plies):
        longer: dict[Position, Opening] = {}
        for opening in found.values():
            # Moves are those of the position that the opening leads to, not of its image.
            here = position_after(spec, opening)
            for move in here.legal_moves():
                child = here.play(move)
                if child.ending() is None:
                    longer.setdefault(child.canonical(), (*opening, move))
            if len(longer) > _MOST:
                raise ArenaError(f"{spec} has more than {_MOST} openings of {plies} plies")
        found = longer
    openings = list(found.values())
    Random(f"all openings/{seed}").shuffle(openings)
    book = book_for(spec)
    if book is not None:
        openings.sort(key=lambda opening: abs(book.score(position_after(spec, opening)) or 0))
    return openings


def openings_in(path: Path, spec: GameSpec) -> list[Opening]:
    """The openings of a file, one move string a line; empty lines and `#` comments are skipped."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ArenaError(
            f"{path}: {getattr(error, 'strerror', None) or 'not a text file'}"
        ) from None
    openings = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            positions = list(Position.along(text, spec))
        except KinarowError as error:
            raise ArenaError(f"{path}, line {number}: {error}") from None
        if positions[-1].ending() is not None:
            raise ArenaError(f"{path}, line {number}: the game is over after {text}")
        steps = pairwise(positions)
        openings.append(tuple(before.move_to(after) for before, after in steps))
    if not openings:
        raise ArenaError(f"{path} has no openings")
    return openings


def position_after(spec: GameSpec, opening: Opening) -> Position:
    """Where an opening leads to."""
    position = Position.start(spec)
    for move in opening:
        position = position.play(move)
    return position
