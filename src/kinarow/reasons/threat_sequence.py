"""Wins by threats that leave one answer each, until there are two at once.

This is for boards with gravity, where a threat has one answer at most, and for exact games; all
other boards have the proofs of the room `forcing`, in which the defender may choose.
"""

from __future__ import annotations

from kinarow.game import Cell, Position
from kinarow.game.geometry import bits_of
from kinarow.reasons.reason import playable_wins

MOST_MOVES = 15
"""Stones of a forced sequence, both sides' counted, with the one that completes the line."""
MOST_TRIED = 7_000
"""Moves to try: what takes more to look through is no reason that anyone would follow."""


class _Threats:
    def __init__(self, most_tried: int) -> None:
        self.left = most_tried
        self.failed: dict[Position, int] = {}

    def sequence(self, position: Position, most: int) -> list[int] | None:
        """The mover's forcing moves and their answers, as bits, up to a move that makes two
        threats, or an answer above which he completes a line; at most so many moves."""
        mover = position.mover
        if playable_wins(position, mover):
            return []
        if most < 3 or self.failed.get(position, 0) >= most or self.left <= 0:
            return None
        must_stop = playable_wins(position, mover.other)
        tried = must_stop or position.landing_cells()
        if must_stop & (must_stop - 1):
            return None
        for move in bits_of(tried):
            self.left -= 1
            child = position.play_bit(move)
            threats = playable_wins(child, mover)
            if not threats or playable_wins(child, mover.other):
                continue  # no threat, or the other side would win first
            if threats & (threats - 1):
                return [move]
            rest = self.sequence(child.play_bit(threats), most - 2)
            if rest is not None:
                return [move, threats, *rest]
        self.failed[position] = most
        return None


def threat_sequence(position: Position, most_tried: int = MOST_TRIED) -> tuple[Cell, ...] | None:
    """The shortest sequence of threats found by which the mover wins: his moves and the answers to
    them, up to two threats of his, or to an answer that lets him complete a line; nothing if he
    can do so at once."""
    threats = _Threats(most_tried)
    for most in range(3, MOST_MOVES + 1, 2):
        moves = threats.sequence(position, most)
        if moves is not None:
            return tuple(map(position.geometry.cell, moves))
        if threats.left <= 0:
            return None
    return None
