"""Plans and columns played out in every order, with nothing remembered."""

from __future__ import annotations

from kinarow.game import Position
from kinarow.reasons.plan import Plan


def every_end(plan: Plan, position: Position) -> list[object]:
    if position.is_over:
        return [position.winner]
    if position.mover is plan.follower:
        return every_end(plan, position.play_bit(plan.answer(position)))
    return [end for m in position.legal_moves() for end in every_end(plan, position.play(m))]


def played_out(columns: list[list[int]], sets: list[int], lines: list[int]) -> bool:
    """The same by trying every order, with nothing remembered: whether the follower never loses."""

    def leader_moves(heights: list[int], leader: int, follower: int) -> bool:
        return all(
            not any(cells & ~(leader | cell) == 0 for cells in sets)
            and follower_moves(up, leader | cell, follower)
            for cell, up in moves(heights)
        )

    def follower_moves(heights: list[int], leader: int, follower: int) -> bool:
        return any(
            any(line & ~(follower | cell) == 0 for line in lines)
            or leader_moves(up, leader, follower | cell)
            for cell, up in moves(heights)
        )

    def moves(heights: list[int]) -> list[tuple[int, list[int]]]:
        return [
            (cells[h], [x + (j == i) for j, x in enumerate(heights)])
            for i, (cells, h) in enumerate(zip(columns, heights, strict=True))
            if h < len(cells)
        ]

    return leader_moves([0] * len(columns), 0, 0)
