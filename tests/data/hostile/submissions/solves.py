"""Gets around the words that refuse the solver, and would play perfectly."""

import os

import kinarow

FOLDER = os.path.dirname(kinarow.__file__)


def look(folder):
    found = []
    for place, _, files in os.walk(os.path.join(folder, "solver")):
        found += files
    data = os.path.join(folder, "data")
    found += [
        name
        for name in os.listdir(data)
        if name.startswith("book") and os.path.getsize(os.path.join(data, name))
    ]
    return found


def choose(board, me, opponent):
    if look(FOLDER):
        raise RuntimeError(f"reached: {look(FOLDER)}")
    return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)
