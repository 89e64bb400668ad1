"""As Kaggle's course has it, in numpy: grid, mark and config, and windows as slices."""

import numpy as np


def count_windows(grid, num_discs, piece, config):
    found = 0
    for row in range(config.rows):
        for col in range(config.columns - (config.inarow - 1)):
            window = grid[row, col : col + config.inarow]
            if (
                np.sum(window == piece) == num_discs
                and np.sum(window == 0) == config.inarow - num_discs
            ):
                found += 1
    return found


def get_heuristic(grid, mark, config):
    threes = count_windows(grid, config.inarow - 1, mark, config)
    fours = count_windows(grid, config.inarow, mark, config)
    threes_opp = count_windows(grid, config.inarow - 1, mark % 2 + 1, config)
    return threes - 1e2 * threes_opp + 1e6 * fours
