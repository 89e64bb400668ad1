"""Bounded search over an evaluator: a ladder from the readable oracle to the fast one."""

from kinarow.search.alphabeta import alphabeta
from kinarow.search.minimax import minimax
from kinarow.search.result import SearchResult

__all__ = ["SearchResult", "alphabeta", "minimax"]
