"""Puzzles: positions of own games with one right move, which weaker players miss, and why."""
