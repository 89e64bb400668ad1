"""Readable searches, the oracles of the fast ones: minimax, alpha-beta, expectimax; within limits,
and in steps that say which boards are to be judged."""
