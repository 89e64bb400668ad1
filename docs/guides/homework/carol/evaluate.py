"""Stones on good squares; the squares are in a file of their own."""

from squares import worth


def evaluate(board, me, opponent):
    return float(((board == me) * worth).sum() - ((board == opponent) * worth).sum())
