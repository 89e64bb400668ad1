"""Fitting the weights of tables to the outcomes of many boards, at native speed.

A board's prediction is the sum of the weights at its entries and of its bias, through the logistic
function; its loss is the cross-entropy of the outcome (1 won, ½ drawn, 0 lost) with that.
"""

import math

import numpy as np
from numpy.typing import NDArray

from kinarow.native.jit import jit, jit_part


@jit_part
def _sum_of(
    board: int, entries: NDArray[np.int32], biases: NDArray[np.int32], weights: NDArray[np.float64]
) -> float:
    total: float = weights[biases[board]]
    for j in range(entries.shape[1]):
        total += weights[entries[board, j]]
    return total


@jit
def logistic_loss(
    entries: NDArray[np.int32],
    outcomes: NDArray[np.float64],
    biases: NDArray[np.int32],
    weights: NDArray[np.float64],
) -> float:
    """The mean loss."""
    total = 0.0
    for i in range(outcomes.size):
        score = _sum_of(i, entries, biases, weights)
        # log(1 + exp(score)) − outcome · score, written so that nothing overflows
        total += max(score, 0.0) + math.log1p(math.exp(-abs(score))) - outcomes[i] * score
    return total / outcomes.size


@jit
def descend(
    entries: NDArray[np.int32],
    outcomes: NDArray[np.float64],
    biases: NDArray[np.int32],
    order: NDArray[np.int64],
    rate: float,
    decay: float,
    weights: NDArray[np.float64],
    squares: NDArray[np.float64],
) -> None:
    """One pass over the boards, in an order: after each one its weights take a step that lessens
    its loss, the smaller, the larger the sum of the squares of their slopes so far (AdaGrad).
    `decay` draws them towards 0."""
    for i in order:
        score = _sum_of(i, entries, biases, weights)
        size = math.exp(-abs(score))
        chance = 1.0 / (1.0 + size) if score >= 0.0 else size / (1.0 + size)
        error = chance - outcomes[i]
        bias = biases[i]
        squares[bias] += error * error
        weights[bias] -= rate * error / math.sqrt(squares[bias])
        for j in range(entries.shape[1]):
            entry = entries[i, j]
            slope = error + decay * weights[entry]
            squares[entry] += slope * slope
            weights[entry] -= rate * slope / math.sqrt(squares[entry])
