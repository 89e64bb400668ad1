"""Where games are kept, and what those of a store amount to."""
