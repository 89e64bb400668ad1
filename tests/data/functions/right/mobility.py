def evaluate(board, me, opponent):
    free_columns = sum(1 for c in range(7) if board[0][c] == 0)
    centre = sum(1 for r in range(6) if board[r][3] == me)
    return 2 * free_columns + 5 * centre
