"""The order in which positions are asked: every beginning is like the whole."""

from __future__ import annotations

from collections import Counter

from kinarow.classroom.examination.question_order import AskedPosition, in_mixed_order
from kinarow.classroom.scheme import PositionSet
from kinarow.game import Position
from kinarow.grading.judged_positions import Stratum

SECRET, PUBLIC, ANY = PositionSet(True, 1), PositionSet(True, 2), PositionSet(False, 1)


def some(drawn_by: PositionSet, count: int) -> list[AskedPosition]:
    """In the order in which they are drawn: phase after phase."""
    return [
        AskedPosition(
            Position.start(), {},
            Stratum(4 * n // count, n % 2 == 0, n % 3) if drawn_by.judged else None, drawn_by,
        )
        for n in range(count)
    ]  # fmt: skip


def test_every_beginning_is_like_the_whole() -> None:
    sets = {SECRET: some(SECRET, 800), PUBLIC: some(PUBLIC, 80), ANY: some(ANY, 40)}
    order = in_mixed_order(sets)
    assert len(order) == 920
    for end in (92, 300, 613):
        counts = Counter(asked.drawn_by for asked in order[:end])
        for drawn_by, whole in sets.items():
            assert abs(counts[drawn_by] - end * len(whole) / 920) <= 1
        strata = [asked.stratum for asked in order[:end] if asked.drawn_by == SECRET]
        kinds = Counter((s.phase, s.blind_is_right) for s in strata if s is not None)
        assert len(kinds) == 8
        assert max(kinds.values()) - min(kinds.values()) <= 1


def test_it_depends_on_the_seed_alone() -> None:
    def places(drawn_by: PositionSet) -> list[int]:
        drawn = some(drawn_by, 100)
        order = in_mixed_order({drawn_by: drawn})
        return [next(n for n, one in enumerate(drawn) if one is asked) for asked in order]

    assert places(SECRET) == places(SECRET)
    assert places(SECRET) != places(PUBLIC)
    assert sorted(places(SECRET)) == list(range(100))
