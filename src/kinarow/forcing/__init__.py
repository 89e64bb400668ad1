"""Forced wins by threats, in games without gravity: found by search, and shown as proofs."""
