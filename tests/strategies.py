"""Random games and positions for property tests."""

from __future__ import annotations

import os

from hypothesis import strategies as st

from kinarow.game import GameSpec, Position

_SCALE = float(os.environ.get("KINAROW_TEST_SCALE", "0.05"))
"""Tests name a good number of examples, of which a tenth is tried; `make soak` sets 20."""
SOAKING = _SCALE > 1


_EITHER = st.booleans()


def examples(good_number: int) -> int:
    """How many examples are tried of what would be a good number of them."""
    return max(3, round(good_number * _SCALE))


@st.composite
def specs(
    draw: st.DrawFn, largest_side: int = 12, gravity: st.SearchStrategy[bool] = _EITHER
) -> GameSpec:
    """Games of every shape, the odd ones included: 1×n, target 1, target = side."""
    columns = draw(st.integers(1, largest_side))
    rows = draw(st.integers(1, largest_side))
    target = draw(st.integers(1, max(columns, rows)))
    return GameSpec(columns, rows, target, gravity=draw(gravity))


@st.composite
def games(
    draw: st.DrawFn, largest_side: int = 12, gravity: st.SearchStrategy[bool] = _EITHER
) -> list[Position]:
    """All positions of a random game, from the empty board to where it was left or ended."""
    position = Position.start(draw(specs(largest_side, gravity)))
    random = draw(st.randoms(use_true_random=False))
    played = [position]
    for _ in range(draw(st.integers(0, position.spec.cell_count))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(random.choice(moves))
        played.append(position)
    return played


def positions(
    largest_side: int = 12, gravity: st.SearchStrategy[bool] = _EITHER
) -> st.SearchStrategy[Position]:
    return games(largest_side, gravity).map(lambda played: played[-1])
