"""Searches of games in which a line longer than the target does not win."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.evaluation import OPEN_LINES
from kinarow.game import Position
from kinarow.score import win_at
from kinarow.search import minimax
from kinarow.search.deepening import search
from kinarow.search.limits import Limits
from kinarow.search.playouts import flat_shares, tree_shares
from tests.strategies import crowded_exact_games, examples

# X has a b c . e f on the second row: d2 makes six. i6 makes five of i4 to i8.
SIX_OR_FIVE = Position.from_moves(
    "a2 a9 b2 c9 c2 e9 e2 g9 f2 h9 i4 a7 i5 c7 i7 e7 i8 g7", "place:9x9:5:exact"
)


@settings(max_examples=examples(300), deadline=None)
@given(crowded_exact_games(5), st.integers(1, 4), st.booleans())
def test_the_compiled_search_finds_what_minimax_finds(
    played: list[Position], depth: int, use_table: bool
) -> None:
    late = [p for p in played if len(p.legal_moves()) ** depth <= 1000 and not p.is_over]
    for position in late[:3]:
        slow = minimax(position, OPEN_LINES, depth)
        fast = search(position, OPEN_LINES, Limits(depth=depth), use_table=use_table)
        assert (fast.score, fast.move) == (slow.score, slow.move)


def test_the_line_of_five_is_completed_and_not_that_of_six() -> None:
    for depth in (1, 2, 3):
        found = search(SIX_OR_FIVE, OPEN_LINES, Limits(depth=depth))
        assert (found.move.name, found.score) == ("i6", win_at(SIX_OR_FIVE.plies + 1))


def test_random_games_know_the_rule() -> None:
    for shares in (flat_shares(SIX_OR_FIVE, 2000, 1), tree_shares(SIX_OR_FIVE, 4000, 1.0, 1)):
        by_move = {share.move.name: share.share for share in shares}
        assert by_move["i6"] == 1.0
        assert by_move["d2"] < 1.0
