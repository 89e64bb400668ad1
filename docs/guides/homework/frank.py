"""Asks for the answers."""

from kinarow.solver import Solver


def evaluate(board, me, opponent):
    return Solver("connect4")
