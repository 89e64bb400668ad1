"""Random games and positions for property tests."""

from __future__ import annotations

import os

from hypothesis import strategies as st

from kinarow.game import GameSpec, Position, Side
from kinarow.game.threats import winning_moves

_SCALE = float(os.environ.get("KINAROW_TEST_SCALE", "0.05"))
"""Tests name a good number of examples, of which one in twenty is tried; `make soak` sets 20."""
SOAKING = _SCALE > 1


_EITHER = st.booleans()


def examples(good_number: int) -> int:
    """How many examples are tried of what would be a good number of them."""
    return max(3, round(good_number * _SCALE))


@st.composite
def specs(
    draw: st.DrawFn, largest_side: int = 12, gravity: st.SearchStrategy[bool] = _EITHER
) -> GameSpec:
    """Games of every shape, the odd ones included: 1×n, target 1, target = side, exact lines."""
    columns = draw(st.integers(1, largest_side))
    rows = draw(st.integers(1, largest_side))
    target = draw(st.integers(1, max(columns, rows)))
    has_gravity = draw(gravity)
    exact = not has_gravity and draw(_EITHER)
    return GameSpec(columns, rows, target, gravity=has_gravity, exact=exact)


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


@st.composite
def crowded_exact_games(draw: st.DrawFn, largest_side: int = 8) -> list[Position]:
    """Games that are crowded along few lines, so that some of these grow too long."""
    columns, rows = draw(st.integers(1, largest_side)), draw(st.integers(1, largest_side))
    target = draw(st.integers(2, 5).filter(lambda target: target <= max(columns, rows)))
    position = Position.start(GameSpec(columns, rows, target, gravity=False, exact=True))
    seed, played = draw(st.randoms(use_true_random=False)), [position]
    while moves := position.legal_moves():
        # Each side prefers its own half of the board, and avoids to win while it can.
        own = [m for m in moves if (2 * m.row >= rows) == (position.mover is Side.FIRST)] or moves
        winning = winning_moves(position)
        quiet = [m for m in own if m not in winning]
        position = position.play(seed.choice(quiet if quiet and seed.random() < 0.97 else own))
        played.append(position)
    return played
