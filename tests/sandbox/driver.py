"""Runs a program in a sandbox as a process of its own, which can be another user's or be killed.

python driver.py JSON     with door, command, folder and limits; prints how it ended as JSON
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kinarow.sandbox.backends import Door
from kinarow.sandbox.folders import Folder
from kinarow.sandbox.sandbox import Sandbox

if __name__ == "__main__":
    told = json.loads(sys.argv[1])
    sandbox = Sandbox((Folder(Path(told["folder"])),), {"GIVEN": "1"}, **told["limits"])
    with sandbox.start(Door(told["door"]), told["command"]) as program:
        line = program.stdout.readline().decode()
        if told["until"] == "first line":
            print("running", flush=True)
            sys.stdin.read()  # until it is killed
        line += program.stdout.read().decode()
        code = program.wait()
    print(json.dumps([line, code, program.reason]))
