"""More than a gigabyte, in files of 60 MB."""

import os
import tempfile

for number in range(20):
    with open(os.path.join(tempfile.gettempdir(), f"large-{number}"), "wb") as file:
        for _ in range(60):
            file.write(bytes(1 << 20))


def choose(board, me, opponent):
    return 0, 0
