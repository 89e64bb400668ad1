def evaluate(board, me, opponent):
    return unknown + 1
