"""Traps in every empty cell, as the searches' kernels count them."""

from __future__ import annotations

from random import Random

import pytest

from kinarow.evaluation import Column, Evaluator, Traps
from kinarow.evaluation.features.trap_cells import find_traps
from kinarow.game import Position, Side
from kinarow.search import minimax
from kinarow.search.deepening import search
from kinarow.search.limits import Limits

TRAPS = Evaluator("traps", Traps(own=7, where="empty"), Column("center", own=1))


@pytest.mark.parametrize("game", ["connect4", "drop:9x9:4", "drop:5x5:3", "place:4x4:3"])
def test_the_searches_count_them_as_the_definition_does(game: str) -> None:
    """On boards of one word and of more, and without gravity: one kernel for each."""
    random, hanging = Random(game), 0
    for _ in range(40):
        position = Position.start(game)
        for _ in range(random.randint(4, position.spec.cell_count // 2)):
            moves = [m for m in position.legal_moves() if position.play(m).ending() is None]
            if moves:
                position = position.play(random.choice(moves))
        if position.ending() is not None:
            continue
        hanging += any(
            find_traps(position, side) != find_traps(position, side, anywhere=True) for side in Side
        )
        for depth in (1, 2):
            found = search(position, TRAPS, Limits(depth=depth))
            assert found.score == minimax(position, TRAPS, depth).score
    assert hanging >= 3 or not position.spec.gravity
