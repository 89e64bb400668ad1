from collections import Counter

SCORES = {
    (1, 0): 1,
    (2, 0): 5,
    (3, 0): 25,
    (4, 0): 500,
    (0, 1): -1,
    (0, 2): -6,
    (0, 3): -40,
    (0, 4): -500,
}


def evaluate(board, me, opponent, game):
    k, total = game.target, 0
    for r in range(game.rows):
        for c in range(game.columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                er, ec = r + (k - 1) * dr, c + (k - 1) * dc
                if 0 <= er < game.rows and 0 <= ec < game.columns:
                    seen = Counter(int(board[r + i * dr, c + i * dc]) for i in range(k))
                    total += SCORES.get((seen[me], seen[opponent]), 0)
    return total
