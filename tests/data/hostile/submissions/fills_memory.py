"""In many processes, each of which stays within its limit."""

import os
import time

for _ in range(12):
    if os.fork() == 0:
        kept = bytearray(os.urandom(1 << 20)) * 200
        time.sleep(1000)
time.sleep(1000)
