"""How much better than a search that judges nothing moves are, in positions where that decides."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from kinarow.arena.ratings.elo import Estimate, Z
from kinarow.grading.judged_positions import Stratum


def judgement(answers: Iterable[tuple[Stratum, bool]]) -> Estimate:
    """0 for a search without an evaluator, 1 for perfect play; less than 0 is worse than none.

    A search without an evaluator is right in half of the positions, exactly, so the score is twice
    the share of right moves, less one. The interval says where the score would lie in other
    positions, as many of each stratum; in each, one right and one wrong move are counted in
    addition, so that a few that are alike do not pass for certainty.
    """
    asked, right = Counter[Stratum](), Counter[Stratum]()
    for stratum, is_right in answers:
        asked[stratum] += 1
        right[stratum] += is_right
    total = asked.total()
    if not total:
        return Estimate(0.0, -1.0, 1.0)
    variance = 0.0
    for stratum, count in asked.items():
        share = (right[stratum] + 1) / (count + 2)
        variance += (count / total) ** 2 * share * (1 - share) / count
    score = 2 * right.total() / total - 1
    half = 2 * Z * math.sqrt(variance)
    return Estimate(score, max(-1.0, score - half), min(1.0, score + half))
