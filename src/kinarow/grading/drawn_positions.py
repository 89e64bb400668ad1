"""Positions to grade on, drawn by seed.

A third of them come from random play; a third from games of a weak search that often plays at
random, which are more like what players meet; and a third from such games, too, but only where a
deeper search sees no end, so that they are nearly balanced. In all, lines are left uncompleted, so
that games last. Each number of stones is as likely as any other, and no position comes twice, nor
does its image.
"""

from __future__ import annotations

from random import Random

from kinarow.errors import KinarowError
from kinarow.game import Cell, GameSpec, Position
from kinarow.players import AlphaBetaPlayer
from kinarow.score import is_proven

_TRIES = 400
"""How many games in a row may bring nothing new before the game is taken to be exhausted."""

_TRIES_EACH = 20

_LOOKING_AHEAD = AlphaBetaPlayer(depth=8)

_CARELESS = 0.35
"""How often the weak search plays at random."""


def drawn_positions(spec: GameSpec, count: int, seed: int) -> list[Position]:
    """Up to `count` positions of games that go on, in the order drawn; fewer in tiny games."""
    if count < 1:
        raise KinarowError(f"grading needs at least 1 position, not {count}")
    random, found, failures = Random(f"positions/{seed}"), dict[Position, Position](), 0
    while len(found) < count and failures < _TRIES:
        stones = random.randrange(max(1, spec.cell_count - 1))
        kind = len(found) % 3
        position = reached(spec, stones, random, searching=kind > 0)
        if position is None or position.canonical() in found:
            failures += 1
            continue
        if kind == 2 and failures < _TRIES // 2 and not _is_open(position):
            failures += 1
            continue
        failures = 0
        found[position.canonical()] = position
    return list(found.values())


def _is_open(position: Position) -> bool:
    """Whether a search of some depth sees neither side win."""
    score = _LOOKING_AHEAD.choose(position).score
    return score is not None and not is_proven(score)


def quiet_moves(position: Position) -> list[Cell]:
    """The moves that do not end the game."""
    return [move for move in position.legal_moves() if position.play(move).ending() is None]


def reached(spec: GameSpec, stones: int, random: Random, *, searching: bool) -> Position | None:
    """A position of so many stones; None where every try ends with a line before."""
    player = AlphaBetaPlayer(depth=2)
    for _ in range(_TRIES_EACH):
        position: Position | None = Position.start(spec)
        for _ in range(stones):
            assert position is not None
            quiet = quiet_moves(position)
            if not quiet:
                position = None
                break
            move = random.choice(quiet)
            if searching and random.random() > _CARELESS:
                chosen = player.choose(position).move
                move = chosen if chosen in quiet else move
            position = position.play(move)
        if position is not None:
            return position
    return None
