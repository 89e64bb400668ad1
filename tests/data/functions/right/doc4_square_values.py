"""Project 3: how much a square is worth is the largest of eight counts; here summed for each
square that can be played now, ours if we could play there."""


def value(board, r, c, who, target=4):
    rows, cols = len(board), len(board[0])
    best = 0
    for dr, dc in [(1, 0), (0, 1), (1, 1), (1, -1)]:
        n = 0
        for sign in (1, -1):
            for d in range(1, target + 1):
                rr, cc = r + sign * d * dr, c + sign * d * dc
                if 0 <= rr < rows and 0 <= cc < cols and board[rr][cc] == who:
                    n += 1
        best = max(best, n)
    return best


def evaluate(board, me, opponent):
    total = 0
    for c in range(len(board[0])):
        r = -1
        for row in range(len(board)):
            if board[row][c] == 0:
                r = row
        if r >= 0:
            total += value(board, r, c, me) - value(board, r, c, opponent)
    return total
