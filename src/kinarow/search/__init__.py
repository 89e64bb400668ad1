"""Bounded search over an evaluator: a ladder from the readable oracle to the fast one."""

from kinarow.search.plain.alphabeta import alphabeta
from kinarow.search.plain.minimax import minimax
from kinarow.search.result import SearchResult

__all__ = ["SearchResult", "alphabeta", "minimax"]
