"""Numbers that the compiled searches agree on: windows, merits of moves, places in `control`."""

from kinarow.score import WON, least_proven

PROVEN = least_proven(WON)
"""More than any opinion."""
INFINITE = 2**63 - 1

TABLE_MOVE_FIRST, KILLER_FIRST, KILLER_SECOND = 2**40, 2**36, 2**35
LARGEST_HISTORY = 2**34

# What `control` holds: how the search is told to stop, and what it says of itself.
CONTROL_SIZE = 6
STOP, NODE_LIMIT, NODES, CUTOFFS, TABLE_HITS, FAULT = range(CONTROL_SIZE)
