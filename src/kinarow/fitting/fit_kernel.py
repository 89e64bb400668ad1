"""The loss of a table evaluator on many boards, and its slope, at native speed."""

import math

import numpy as np
from numpy.typing import NDArray

from kinarow.native.jit import jit


@jit
def logistic_loss(
    entries: NDArray[np.int32],
    outcomes: NDArray[np.float64],
    biases: NDArray[np.int32],
    weights: NDArray[np.float64],
    slope: NDArray[np.float64],
) -> float:
    """Mean cross-entropy of the outcomes (1 won, ½ drawn, 0 lost) with what the weights predict.

    A board's prediction is the sum of the weights at its entries and of its bias, through the
    logistic function. `slope` is filled.
    """
    slope[:] = 0.0
    total = 0.0
    share = 1.0 / outcomes.size
    for i in range(outcomes.size):
        score = weights[biases[i]]
        for j in range(entries.shape[1]):
            score += weights[entries[i, j]]
        # log(1 + exp(score)) − outcome · score, written so that nothing overflows
        size = math.exp(-abs(score))
        total += max(score, 0.0) + math.log1p(size) - outcomes[i] * score
        chance = 1.0 / (1.0 + size) if score >= 0.0 else size / (1.0 + size)
        error = (chance - outcomes[i]) * share
        slope[biases[i]] += error
        for j in range(entries.shape[1]):
            slope[entries[i, j]] += error
    return total * share
