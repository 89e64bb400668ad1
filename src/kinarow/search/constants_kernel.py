"""Numbers that the compiled searches agree on: scores, merits of moves, places in `control`."""

WON = 2**62 + 2**61
"""A win is this, less the number of the stone that completes the line."""
INFINITE = 2**63 - 1

TABLE_MOVE_FIRST, KILLER_FIRST, KILLER_SECOND = 2**40, 2**36, 2**35
LARGEST_HISTORY = 2**34

# What `control` holds: how the search is told to stop, and what it says of itself.
CONTROL_SIZE = 6
STOP, NODE_LIMIT, NODES, CUTOFFS, TABLE_HITS, FAULT = range(CONTROL_SIZE)
