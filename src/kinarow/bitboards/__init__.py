"""Boards with gravity as words, at native speed: what the solver and the searches both need to know
of one. The *desk* is the memory that their kernels share; then lines, moves, the rule of follow-up,
and the order in which moves are tried."""
