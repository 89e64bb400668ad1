"""Slow, literal readings of what the compiled code does, which it is compared with."""
