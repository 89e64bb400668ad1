"""Every reason is true: the exact solver, which finds none of them, agrees with all."""

from __future__ import annotations

import random

import pytest

from kinarow.game import GameSpec, Position
from kinarow.reasons.column_game import ColumnGame
from kinarow.reasons.plan import Plan
from kinarow.reasons.planning import find_plan
from kinarow.solver.shared import shared_solver
from tests.reasons.checked_claims import FAMILIES, WANTED, checked, numbered_position
from tests.reasons.playing_out import every_end, played_out
from tests.solver.oracle import late_position
from tests.strategies import SOAKING, examples


@pytest.mark.slow
@pytest.mark.parametrize("family", list(FAMILIES))
def test_every_claim_agrees_with_the_exact_value(family: str) -> None:
    """Some of each family in make test, a tenth in make soak; `checked_claims` does all."""
    wanted = WANTED[family] // 10 if SOAKING else 20
    found = checked(family, range(wanted))
    assert found.false == []
    assert found.not_solved == []
    assert found.made.total() > wanted / 3


@pytest.mark.slow
def test_who_follows_a_plan_never_loses_and_wins_if_it_says_so() -> None:
    seed, played = random.Random(5), 0
    while played < examples(600):
        start = numbered_position(seed.choice(["connect4", "sizes"]), seed.randrange(10**9))
        plan = find_plan(start)
        if plan is None:
            continue
        perfect = played % 3 == 0
        end = followed(plan, seed, perfect=perfect)
        assert end.winner is not plan.follower.other, (repr(start), repr(end))
        if plan.wins:
            assert end.winner is plan.follower, (repr(start), repr(end))
        played += 1


def followed(plan: Plan, seed: random.Random, *, perfect: bool) -> Position:
    """A game in which one side follows a plan, and the other plays perfectly or at random."""
    position = plan.position
    solver = shared_solver(position.spec, megabytes=16)
    while not position.is_over:
        if position.mover is plan.follower:
            bit = plan.answer(position)
            assert bit & position.landing_cells(), repr(position)
            position = position.play_bit(bit)
        elif perfect:
            position = position.play(solver.solve(position, best=True).best_moves[0])
        else:
            position = position.play(seed.choice(position.legal_moves()))
    return position


def test_every_order_of_play_against_a_plan() -> None:
    """All that the leader can do, not only what some opponents do."""
    seed, tried = random.Random(6), 0
    while tried < examples(400):
        spec = GameSpec.parse(seed.choice(["drop:4x4:3", "drop:4x4:4", "drop:5x4:4", "connect4"]))
        start = late_position(seed, spec, seed.choice([6, 8, 10, 9, 11]))
        plan = find_plan(start) if start and not start.is_over else None
        if plan is None:
            continue
        ends = set(every_end(plan, plan.position))
        assert plan.follower.other not in ends
        assert not plan.wins or ends == {plan.follower}
        tried += 1


# ── the small game of some columns, by hand ──────────────────────────────────────────────────

#   c  d                cells as bits: c1 = 1, c2 = 2, c3 = 4; d1 = 16, d2 = 32, d3 = 64
C, D = 0b111, 0b1110000


@pytest.mark.parametrize(
    ("columns", "forbidden", "held"),
    [
        ((0b11,), [0b10], True),  # claimeven
        ((0b11,), [0b01], False),  # the leader just takes it
        ((0b111,), [], False),  # a column with three cells leaves the last stone unanswered
        ((C, D), [1 | 16], True),  # baseinverse
        ((C, D), [1, 16], False),
        ((C, D), [2 | 32], True),  # lowinverse
        ((C, D), [1 | 2], True),  # vertical
        ((C, D), [1 | 16, 2 | 32, 4 | 64], True),  # row by row
        ((1, 16), [1 | 16], True),
        ((3, 48), [1 | 16], True),  # a baseinverse in two columns of even height
        ((3, 48), [1 | 16, 2], False),
    ],
)
def test_what_is_held_in_some_columns(
    columns: tuple[int, ...], forbidden: list[int], held: bool
) -> None:
    assert ColumnGame(columns, forbidden).is_held() is held


def test_columns_are_played_out_in_every_order() -> None:
    seed, held = random.Random(7), 0
    for _ in range(examples(2_000)):
        heights = [seed.randint(1, 4) for _ in range(seed.choice([1, 2, 2, 2, 3]))][:3]
        heights = heights if sum(heights) < 9 else heights[:2]
        columns = [[1 << 5 * c + r for r in range(h)] for c, h in enumerate(heights)]
        cells = [cell for column in columns for cell in column]
        some = [sum(seed.sample(cells, min(len(cells), seed.randint(1, 3)))) for _ in range(4)]
        sets, lines = some[: seed.randint(0, 3)], some[3:] if seed.random() < 0.5 else []
        game = ColumnGame(tuple(map(sum, columns)), sets, lines)
        assert game.is_held() is played_out(columns, sets, lines), (columns, sets, lines)
        held += game.is_held()
    assert held


def test_a_line_of_the_followers_ends_a_column() -> None:
    # c2 completes a line: the leader may not play c1, and c3 is never reached.
    assert ColumnGame((C,), [4], [2], must_win=True).is_held()
    # c3 does: with an even number below it, the leader stops it.
    assert not ColumnGame((C,), [], [4], must_win=True).is_held()
    # A second column with one cell turns that around.
    assert ColumnGame((C, 16), [], [4], must_win=True).is_held()


def test_three_columns_are_answered_together() -> None:
    """Allis' baseclaim: three playable cells, and the leader gets neither pair of them that a line
    would need: the first with the cell above the second, nor the second with the third."""
    #   a  b  c        bits: a1 = 1, a2 = 2; b1 = 16, b2 = 32; c1 = 256, c2 = 512
    a, b, c = 0b11, 0b110000, 0b1100000000
    assert ColumnGame((a, b, c), [1 | 32, 16 | 256]).is_held()
    assert not ColumnGame((a, b), [1, 32]).is_held()  # each cell by itself cannot be kept
    # Without the third column there is no third cell to answer in.
    assert not ColumnGame((1, 16, 256), [1, 16 | 256]).is_held()
