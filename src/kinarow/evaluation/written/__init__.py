"""Evaluators written down: as JSON, as Python, as a formula in four notations."""
