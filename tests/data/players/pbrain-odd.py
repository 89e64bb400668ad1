"""A brain that plays the first free place and, asked for a move, misbehaves as its argument says."""

import os
import signal
import subprocess
import sys
import time

how = sys.argv[1] if len(sys.argv) > 1 else "well"
size, taken = 0, set()


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


def move():
    place = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
    taken.add(place)
    if how == "hangs":
        time.sleep(1000)
    elif how == "dies":
        sys.exit("I cannot go on")
    elif how == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "eats memory":
        bytearray(10**12)
    elif how == "cheats":
        say("0,0")
    elif how == "is off the board":
        say("99,99")
    elif how == "talks nonsense":
        say("I resign")
    elif how == "gives up":
        say("ERROR no idea")
    elif how == "talks without end":
        while True:
            say("MESSAGE still thinking")
    elif how == "writes one long line":
        while True:
            say("x" * 10000, end="")
    elif how == "complains":
        sys.stderr.write("first words " + "and more " * 100000 + "last words\n")
        sys.exit(3)
    elif how == "suggests":
        say("MESSAGE look at this")
        say("SUGGEST %d,%d" % place)
    elif how == "ends lines with CR":
        say("%d,%d" % place, end="\r")
    else:
        say("%d,%d" % place)


if how == "stays":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if how in ("stays", "has a child"):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    with open(sys.argv[2], "w") as file:
        file.write("%d %d" % (os.getpid(), child.pid))
if how == "never starts":
    time.sleep(1000)

record = open(sys.argv[2], "a", newline="") if how == "records" else None


def lines():
    for line in open(0, newline="\n"):
        if record:
            record.write(line)
            record.flush()
        yield line


incoming = lines()
for line in incoming:
    word, _, rest = line.strip().partition(" ")
    if word == "START" and how == "refuses":
        say("ERROR not this size")
    elif word == "START" or (word == "RESTART" and how != "cannot restart"):
        size, taken = int(rest or size), set()
        say("OK")
    elif word == "BOARD":
        taken = set()
        for line in incoming:
            if line.strip() == "DONE":
                break
            taken.add(tuple(map(int, line.split(",")[:2])))
        move()
    elif word == "SWAP2BOARD" and how.startswith("swap2 "):
        placed = [line.strip() for line in iter(incoming.__next__, "DONE\r\n")]
        say("MESSAGE an opening")
        say(("0,0 2,1 4,2" if not placed else how[6:] if len(placed) == 3 else sys.argv[2]))
    elif word == "TURN":
        taken.add(tuple(map(int, rest.split(","))))
        move()
    elif word == "BEGIN":
        move()
    elif word == "PLAY":
        say(rest)
    elif word == "END" and how != "stays":
        break
    elif word not in ("INFO", "END") and how != "ignores":
        say("UNKNOWN")
while how == "stays":
    time.sleep(1)
