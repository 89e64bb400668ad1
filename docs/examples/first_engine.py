"""An engine for any k-in-a-row game: it plays as near to the centre as it can."""

import re
import sys


def choose(board, free, columns, rows, target):  # here the thinking goes
    return min(free, key=lambda cell: abs(2 * cell[0] - columns) + abs(2 * cell[1] - rows))


for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "uki":
        print("id name First\nukiok")
    elif word == "isready":
        print("readyok")
    elif word == "newgame":  # drop:7x6:4 with gravity, place:15x15:5 without, perhaps :exact
        kind, *numbers = re.findall(r"drop|place|\d+", rest[0])
        columns, rows, target = map(int, numbers)
    elif word == "position":  # startpos, or state 7/7/…; then perhaps moves d1 d2 …
        board, pictures = {}, rest[1].split("/") if rest[0] == "state" else []
        for y, picture in enumerate(reversed(pictures)):
            cells = re.sub(r"\d+", lambda empty: "." * int(empty[0]), picture)
            board |= {(x, y): mark for x, mark in enumerate(cells) if mark != "."}
        for move in rest[rest.index("moves") + 1 :] if "moves" in rest else []:
            board[ord(move[0]) - ord("a"), int(move[1:]) - 1] = "XO"[len(board) % 2]
    elif word == "go":
        free = [(x, y) for x in range(columns) for y in range(rows) if (x, y) not in board]
        if kind == "drop":
            free = [(x, y) for x, y in free if y == 0 or (x, y - 1) in board]
        x, y = choose(board, free, columns, rows, target)
        print(f"bestmove {chr(ord('a') + x)}{y + 1}")
    elif word == "quit":
        break
    sys.stdout.flush()
