"""One submission at work: its games, and its moves in positions."""
