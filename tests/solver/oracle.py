"""Exact values by looking at every line of play: no table, no bounds, no bits."""

from __future__ import annotations

import random

from kinarow.game import GameSpec, Position


def brute_force(position: Position) -> int:
    """The score for the side to move, by the rules alone."""
    ending = position.ending()
    if ending is not None:
        if ending.winner is None:
            return 0
        score = (position.spec.cell_count + 2 - position.plies) // 2
        return score if ending.winner is position.mover else -score
    return max(-brute_force(position.play(move)) for move in position.legal_moves())


def quiet_position(seed: random.Random, spec: GameSpec, empty: int) -> Position:
    """A position with some empty cells, reached by random moves that complete no line."""
    while True:
        position = Position.start(spec)
        quiet = [position]
        while quiet and spec.cell_count - position.plies > empty:
            after = [position.play(move) for move in position.legal_moves()]
            quiet = [child for child in after if child.ending() is None]
            position = seed.choice(quiet) if quiet else position
        if quiet:
            return position


def late_position(seed: random.Random, spec: GameSpec, empty: int) -> Position | None:
    """A position with some empty cells that random play leads to; None if someone wins before."""
    position = Position.start(spec)
    while spec.cell_count - position.plies > empty:
        moves = position.legal_moves()
        if not moves:
            return None
        position = position.play(seed.choice(moves))
    return position
