"""The board alone: good for player 1 is positive."""


def lines_through(r, c):
    for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        for back in range(4):
            cells = [(r + (i - back) * dr, c + (i - back) * dc) for i in range(4)]
            if all(0 <= y < 6 and 0 <= x < 7 for y, x in cells):
                yield cells


def evaluate(board):
    """Each stone: how many lines through it could still be made."""
    total = 0
    for r in range(6):
        for c in range(7):
            p = board[r, c]
            if p:
                alive = sum(all(board[x] in (0, p) for x in line) for line in lines_through(r, c))
                total += alive if p == 1 else -alive
    return total
