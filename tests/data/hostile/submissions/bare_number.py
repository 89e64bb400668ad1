"""Answers 7, which is no answer."""

import os


def choose(board, me, opponent):
    for descriptor in range(3, 30):
        try:
            os.write(descriptor, b"7\n")
        except OSError:
            pass
    return 0, 0
