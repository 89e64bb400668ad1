# f(n) = C1*(R1-Y1) + C2*(R2-Y2) + C3*(R3-Y3) + C4*(R4-Y4),  Cn = 10^n
C = {1: 10, 2: 100, 3: 1000, 4: 10000}


def all_lines():
    lines = []
    for r in range(6):
        for c in range(7):
            if c + 3 < 7:
                lines.append([(r, c + i) for i in range(4)])
            if r + 3 < 6:
                lines.append([(r + i, c) for i in range(4)])
            if c + 3 < 7 and r + 3 < 6:
                lines.append([(r + i, c + i) for i in range(4)])
            if c - 3 >= 0 and r + 3 < 6:
                lines.append([(r + i, c - i) for i in range(4)])
    return lines


LINES = all_lines()  # 69 of them


def evaluate(board, me, opponent):
    R = [0, 0, 0, 0, 0]
    Y = [0, 0, 0, 0, 0]
    for line in LINES:
        mine = theirs = 0
        for r, c in line:
            if board[r][c] == me:
                mine += 1
            elif board[r][c] == opponent:
                theirs += 1
        if mine > 0 and theirs == 0:
            R[mine] += 1
        if theirs > 0 and mine == 0:
            Y[theirs] += 1
    return sum(C[n] * (R[n] - Y[n]) for n in range(1, 5))
