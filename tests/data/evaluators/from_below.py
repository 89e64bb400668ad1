"""As a well-known tutorial has it: row 0 is the bottom row, and the game is in the same file."""

import random

import numpy as np

ROW_COUNT = 6
COLUMN_COUNT = 7
EMPTY = 0
WINDOW_LENGTH = 4


def is_valid_location(board, col):
    return board[ROW_COUNT - 1][col] == 0


def get_next_open_row(board, col):
    for r in range(ROW_COUNT):
        if board[r][col] == 0:
            return r


def evaluate_window(window, piece):
    score = 0
    opp_piece = 1
    if piece == 1:
        opp_piece = 2
    if window.count(piece) == 4:
        score += 100
    elif window.count(piece) == 3 and window.count(EMPTY) == 1:
        score += 5
    elif window.count(piece) == 2 and window.count(EMPTY) == 2:
        score += 2
    if window.count(opp_piece) == 3 and window.count(EMPTY) == 1:
        score -= 4
    return score


def score_position(board, piece):
    score = 0
    center_array = [int(i) for i in list(board[:, COLUMN_COUNT // 2])]
    score += center_array.count(piece) * 3
    # A stone low on the board is worth more: only right if row 0 is the bottom row.
    for r in range(ROW_COUNT):
        score += (ROW_COUNT - r) * [int(i) for i in list(board[r, :])].count(piece)
    for r in range(ROW_COUNT):
        row_array = [int(i) for i in list(board[r, :])]
        for c in range(COLUMN_COUNT - 3):
            score += evaluate_window(row_array[c : c + WINDOW_LENGTH], piece)
    for c in range(COLUMN_COUNT):
        col_array = [int(i) for i in list(board[:, c])]
        for r in range(ROW_COUNT - 3):
            score += evaluate_window(col_array[r : r + WINDOW_LENGTH], piece)
    for r in range(ROW_COUNT - 3):
        for c in range(COLUMN_COUNT - 3):
            score += evaluate_window([board[r + i][c + i] for i in range(WINDOW_LENGTH)], piece)
            score += evaluate_window([board[r + 3 - i][c + i] for i in range(WINDOW_LENGTH)], piece)
    return score


def play():
    board = np.zeros((ROW_COUNT, COLUMN_COUNT))
    turn = random.randint(0, 1)
    while True:
        col = int(input(f"Player {turn + 1} make your selection: "))
        if is_valid_location(board, col):
            board[get_next_open_row(board, col)][col] = turn + 1
            turn = 1 - turn


if __name__ == "__main__":
    play()
