"""Leaves children behind that nobody waits for."""

import subprocess

children = [subprocess.Popen(["/bin/sleep", "MARKER"], start_new_session=True) for _ in range(20)]


def choose(board, me, opponent):
    return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)
