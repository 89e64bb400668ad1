"""Forced wins by threats, in games without gravity: found by search, and shown as proofs."""

from kinarow.game import GameSpec


def knows(spec: GameSpec) -> bool:
    """Whether threats decide this game: without gravity, where a stone more never hurts. It does
    where a longer line does not win."""
    return not spec.gravity and not spec.exact


__all__ = ["knows"]
