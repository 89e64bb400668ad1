"""Reads a file that she did not hand in."""

with open("weights.txt") as file:
    WEIGHTS = [float(line) for line in file]


def evaluate(board, me, opponent):
    return ((board == me) * WEIGHTS).sum()
