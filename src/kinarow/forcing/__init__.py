"""Forced wins by threats, in games without gravity: found by search, and shown as proofs."""

from kinarow.game import GameSpec


def knows(spec: GameSpec) -> bool:
    """Whether threats decide this game: without gravity, where a stone more never hurts."""
    return not spec.gravity


__all__ = ["knows"]
