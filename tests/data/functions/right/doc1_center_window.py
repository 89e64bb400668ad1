"""Part I of our report: centre bonus plus all windows of four."""

ROWS = 6
COLS = 7


def score_window(w, ai, opp):
    ai_count = w.count(ai)
    opp_count = w.count(opp)
    empty = w.count(0)
    if ai_count == 4:
        return 1000
    if ai_count == 3 and empty == 1:
        return 15
    if ai_count == 2 and empty == 2:
        return 6
    if opp_count == 3 and empty == 1:
        return -18
    if opp_count == 2 and empty == 2:
        return -5
    return 0


def open_three(w, ai):
    return 25 if w == [0, ai, ai, ai, 0] else 0


def evaluate(board, me, opponent):
    b = board.tolist()
    score = 6 * sum(1 for r in range(ROWS) if b[r][COLS // 2] == me)
    for length in (4, 5):
        for r in range(ROWS):
            for c in range(COLS):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                    er, ec = r + (length - 1) * dr, c + (length - 1) * dc
                    if not (0 <= er < ROWS and 0 <= ec < COLS):
                        continue
                    w = [b[r + i * dr][c + i * dc] for i in range(length)]
                    if length == 4:
                        score += score_window(w, me, opponent)
                    else:
                        score += open_three(w, me)
    return score
