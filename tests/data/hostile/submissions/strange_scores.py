"""Scores that are none: the first by the function, all by what writes them."""

import __main__ as mine

mine.write_scores = lambda scores: b'{"scores": ["x", 1e400, NaN, true, [], {}, null, 1, 2, 3]}\n'


def evaluate(board, me, opponent):
    return 1j
