import re

THREES = ["XXX.", ".XXX", "X.XX", "XX.X"]
TWOS = ["XX..", "..XX", "X..X", "X.X.", ".X.X", ".XX."]


def count(text, pattern):
    return len(re.findall("(?=" + re.escape(pattern) + ")", text))


def evaluate(board, me, opponent):
    sign = {0: ".", me: "X", opponent: "O"}
    rows = ["".join(sign[int(x)] for x in row) for row in board]
    cols = ["".join(row[c] for row in rows) for c in range(7)]
    down = ["".join(rows[r][r - k] for r in range(6) if 0 <= r - k < 7) for k in range(-6, 6)]
    up = ["".join(rows[r][k - r] for r in range(6) if 0 <= k - r < 7) for k in range(12)]
    text = "|".join(rows + cols + down + up)
    mine = 50 * sum(count(text, p) for p in THREES) + 10 * sum(count(text, p) for p in TWOS)
    text = text.translate(str.maketrans("XO", "OX"))
    theirs = 50 * sum(count(text, p) for p in THREES) + 10 * sum(count(text, p) for p in TWOS)
    return mine - theirs
