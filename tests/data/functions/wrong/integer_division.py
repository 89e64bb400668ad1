def evaluate(board, me, opponent):
    mine = yours = 0
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7:
                    w = [board[r + i * dr, c + i * dc] for i in range(4)]
                    if opponent not in w:
                        mine += w.count(me)
                    if me not in w:
                        yours += w.count(opponent)
    return (mine - yours) // 2
