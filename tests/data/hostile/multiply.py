"""Starts as many processes as it can; they want to outlive it. Says how many there were."""

import os
import signal
import sys
import time

wanted, stays = int(sys.argv[1]), sys.argv[2] == "stays"
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
started = 0
for _ in range(wanted):
    try:
        if os.fork() == 0:
            try:
                os.setsid()
                os.fork()
            except OSError:
                pass
            while True:
                time.sleep(1)
        started += 1
    except OSError:
        continue
print(started, flush=True)
while stays:
    time.sleep(1)
