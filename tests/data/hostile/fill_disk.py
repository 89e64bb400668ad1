"""Writes many files wherever it can, none of them very large; says how much."""

import os
import sys

files, each = int(sys.argv[1]), int(sys.argv[2])
print(os.environ["TMPDIR"], flush=True)
piece = bytes(1 << 20)
written = 0
kept = []
for number in range(files):
    for folder in (os.environ["TMPDIR"], "/dev/shm", "/var/tmp", "."):
        try:
            name = os.path.join(folder, f"{len(kept)}")
            file = open(name, "wb", buffering=0)
            kept.append(file)
            if number % 2:
                try:
                    os.unlink(name)
                except OSError:
                    pass
            for _ in range(each >> 20):
                written += file.write(piece)
        except OSError:
            continue
print(written, flush=True)
