"""Exact values: what a position is worth under perfect play, and how far a proof has come."""

from kinarow.solver.solution import Bounds, Solution
from kinarow.solver.solver import Solver

__all__ = ["Bounds", "Solution", "Solver"]
