"""Leaves children behind that nobody waits for."""

import subprocess


def start():
    try:
        return subprocess.Popen(["/bin/sleep", "MARKER"], start_new_session=True)
    except PermissionError:  # where sessions are refused
        return subprocess.Popen(["/bin/sleep", "MARKER"])


children = [start() for _ in range(20)]


def choose(board, me, opponent):
    return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)
