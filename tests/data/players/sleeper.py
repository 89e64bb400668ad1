import time


def choose(board, me, opponent):
    time.sleep(1000)
