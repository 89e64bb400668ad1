"""The numpy manner: whole arrays at once, and what the game says of itself."""

import numpy as np


def evaluate(board, me, opponent, game):
    score = 0.0
    mine = (board == me).astype(np.int64)
    theirs = (board == opponent).astype(np.int64)
    k = game.target
    for c in range(game.columns - k + 1):
        own = mine[:, c : c + k].sum(axis=1)
        other = theirs[:, c : c + k].sum(axis=1)
        score += 1.5 * np.sum((own * own) * (other == 0))
        score -= 1.25 * np.sum((other * other) * (own == 0))
    centre = game.columns // 2
    return score + 0.5 * np.count_nonzero(board[:, centre] == me)
