"""Evaluation functions written up as documents."""
