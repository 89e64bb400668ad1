"""Evaluation functions written up as documents, and classes of them marked."""
