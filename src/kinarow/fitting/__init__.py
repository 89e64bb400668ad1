"""Weights and tables fitted to solved positions or to games."""
