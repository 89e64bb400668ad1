"""The search of threats with gravity, readable: it looks at everything, and finds the score that
`search/threats/drop` finds at the same depth without proofs and reductions."""

from __future__ import annotations

from kinarow.evaluation import AnyEvaluator
from kinarow.game import Position, Side
from kinarow.game.ending import has_line
from kinarow.game.geometry import bits_of
from kinarow.score import Score, loss_at, win_at
from kinarow.search.plain.terminal import decided


def plain_value(
    position: Position, judge: AnyEvaluator, left: int, side: Side, *, free: bool = True
) -> Score:
    """What the side to move can reach with so many plies left, if `judge` judges for a side;
    forced replies cost no depth if they are `free`."""
    plies, mover = position.plies, position.mover
    over = decided(position, mover)
    if over is not None:
        return over
    landing = set(bits_of(position.landing_cells()))
    if not landing:
        return 0
    if landing & completing(position, mover):
        return win_at(plies + 1)
    threats = completing(position, mover.other)
    forced = landing & threats
    if len(forced) > 1 or any(bit << 1 in threats for bit in forced):
        return loss_at(plies + 2)
    if forced:
        then = left - (not free)
        return -plain_value(position.play_bit(forced.pop()), judge, then, side, free=free)
    holding = [bit for bit in landing if bit << 1 not in threats]
    if not holding:
        return loss_at(plies + 2)
    if position.spec.cell_count - plies <= 2:
        return 0
    if left <= 0:
        opinion = judge.evaluate(position, side)
        return opinion if side is mover else -opinion
    children = [position.play_bit(bit) for bit in holding]
    if any(_is_lost_at_once(child) for child in children):
        return win_at(plies + 3)
    return max(-plain_value(child, judge, left - 1, side, free=free) for child in children)


def completing(position: Position, side: Side) -> set[int]:
    """The empty cells that complete a line of a side, whether or not stones can land there."""
    on, stones = position.geometry, position.stones(side)
    empty = bits_of(on.board & ~(position.first | position.second))
    return {bit for bit in empty if has_line(stones | bit, on)}


def _is_lost_at_once(position: Position) -> bool:
    """Whether the side to move cannot keep the other one from completing a line with its next
    stone."""
    threats, landing = completing(position, position.mover.other), position.landing_cells()
    forced = [bit for bit in bits_of(landing) if bit in threats]
    if len(forced) > 1 or any(bit << 1 in threats for bit in forced):
        return True
    return all(bit << 1 in threats for bit in bits_of(landing))
