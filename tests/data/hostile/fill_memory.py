"""Many processes that each take a little memory."""

import os
import sys
import time

processes, each = int(sys.argv[1]), int(sys.argv[2])
for _ in range(processes):
    if os.fork() == 0:
        taken = bytearray(os.urandom(4096) * (each >> 12))
        while True:
            time.sleep(1)
print("started", flush=True)
while True:
    time.sleep(1)
