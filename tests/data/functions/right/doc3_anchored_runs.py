"""For each piece look right, up, up-right and up-left at four squares, and add up."""

DIRECTIONS = {"h": (0, 1), "v": (-1, 0), "rd": (-1, 1), "ld": (-1, -1)}
VALUES = {3: 300, 2: 100, 1: 10}


def run(board, r, c, dr, dc):
    rows, cols = board.shape
    who = board[r, c]
    if not (0 <= r + 3 * dr < rows and 0 <= c + 3 * dc < cols):
        return 0
    pieces = 0
    for i in range(4):
        x = board[r + i * dr, c + i * dc]
        if x != 0 and x != who:
            return 0
        if x == who:
            pieces += 1
    return VALUES.get(pieces, 0)


def has_won(board, p):
    rows, cols = board.shape
    for r in range(rows):
        for c in range(cols):
            for dr, dc in DIRECTIONS.values():
                if 0 <= r + 3 * dr < rows and 0 <= c + 3 * dc < cols:
                    if all(board[r + i * dr, c + i * dc] == p for i in range(4)):
                        return True
    return False


def evaluate(board, me, opponent):
    if has_won(board, me):
        return 25000
    if has_won(board, opponent):
        return -25000
    total = 0
    for dr, dc in DIRECTIONS.values():
        for r in range(board.shape[0]):
            for c in range(board.shape[1]):
                if board[r, c] == me:
                    total += run(board, r, c, dr, dc)
                elif board[r, c] == opponent:
                    total -= run(board, r, c, dr, dc)
    return total
