"""Evaluators as tables for the search: a stone changes a score by a few additions."""
