"""A UKI engine that plays the first free column and, asked to go, misbehaves as its argument says."""

import sys
import time

how = sys.argv[1] if len(sys.argv) > 1 else "well"


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


top = ""
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "uki":
        say("id name Odd")
        say("ukiok")
    elif word == "newgame" and how == "refuses":
        say("error I know only chess")
    elif word == "isready":
        say("readyok")
    elif word == "position":
        top = rest.split()[1].split("/")[0]
    elif word == "go":
        cells = "".join("." * int(c) if c.isdigit() else c for c in top)
        column = "abcdefghi"[cells.index(".")]
        if how == "hangs":
            time.sleep(1000)
        elif how == "dies":
            raise SystemExit("I cannot go on")
        elif how == "cheats":
            say("bestmove a1")
        elif how == "talks nonsense":
            say("bestmove castle")
        elif how == "says nothing":
            say("bestmove")
        elif how == "gives up":
            say("error no idea")
        else:
            say("info depth 3 score win 5 nodes 17 time 1 pv d1 d2")
            say("info string it looked nice")
            say("info depth x score win -7 nonsense pv z9")
            say("info string")
            say("bestmove " + str("abcdefghi".index(column) + 1))
    elif word == "quit":
        break
