def evaluate(board, me, opponent):
    score = 0
    # horizontal
    for r in range(6):
        for c in range(4):
            m = 0
            o = 0
            for i in range(4):
                if board[r][c + i] == me:
                    m += 1
                if board[r][c + i] == opponent:
                    o += 1
            if o == 0:
                score += m * m
            if m == 0:
                score -= o * o
    # vertical
    for r in range(3):
        for c in range(7):
            m = 0
            o = 0
            for i in range(4):
                if board[r + i][c] == me:
                    m += 1
                if board[r + i][c] == opponent:
                    o += 1
            if o == 0:
                score += m * m
            if m == 0:
                score -= o * o
    # diagonals
    for r in range(3):
        for c in range(4):
            m = 0
            o = 0
            for i in range(4):
                if board[r + i][c + i] == me:
                    m += 1
                if board[r + i][c + i] == opponent:
                    o += 1
            if o == 0:
                score += m * m
            if m == 0:
                score -= o * o
            m = 0
            o = 0
            for i in range(4):
                if board[r + 3 - i][c + i] == me:
                    m += 1
                if board[r + 3 - i][c + i] == opponent:
                    o += 1
            if o == 0:
                score += m * m
            if m == 0:
                score -= o * o
    return score
