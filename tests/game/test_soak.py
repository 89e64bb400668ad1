"""The properties of the game room again, at a length that `make test` has no time for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

from tests.game import test_notation, test_perft, test_position

pytestmark = pytest.mark.soak


@pytest.mark.parametrize(
    ("check", "examples"),
    [
        (test_notation.test_malformed_texts_raise_only_our_errors, 300_000),
        (test_notation.test_moves_round_trip, 10_000),
        (test_position.test_the_ending_is_what_a_brute_force_scan_finds, 20_000),
        (test_position.test_symmetry_commutes_with_play, 10_000),
        (test_perft.test_the_kernel_counts_what_the_rules_count, 5_000),
    ],
)
def test_at_length(check: Callable[[], None], examples: int) -> None:
    long = settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    long(check)()
