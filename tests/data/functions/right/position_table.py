import numpy as np

evaluationTable = np.array(
    [
        [3, 4, 5, 7, 5, 4, 3],
        [4, 6, 8, 10, 8, 6, 4],
        [5, 8, 11, 13, 11, 8, 5],
        [5, 8, 11, 13, 11, 8, 5],
        [4, 6, 8, 10, 8, 6, 4],
        [3, 4, 5, 7, 5, 4, 3],
    ]
)


def evaluate(board, me, opponent):
    return 138 + evaluationTable[board == me].sum() - evaluationTable[board == opponent].sum()
