import random
import time
import pygame
import math
from connect4 import connect4
from copy import deepcopy


class connect4Player(object):
    """As the first version of the skeleton has it: the file is the whole of players.py."""

    def __init__(self, position, seed=0, CVDMode=False):
        self.position = position
        self.opponent = None
        self.seed = seed
        random.seed(seed)

    def play(self, env: connect4, move: list) -> None:
        move = [-1]


class human(connect4Player):
    def play(self, env, move):
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                pygame.draw.rect(screen, BLACK, (0, 0, width, SQUARESIZE))


class randomAI(connect4Player):
    def play(self, env, move):
        possible = env.topPosition >= 0
        move[:] = [random.choice([i for i, p in enumerate(possible) if p])]


class winningAI(connect4Player):
    """Wins if it can, parries if it must; else the lowest column, the middle first."""

    def play(self, env: connect4, move: list) -> None:
        columns = env.shape[1]
        free = [c for c in range(columns) if env.topPosition[c] >= 0]
        for player in (self.opponent.position, self.position):
            for column in free:
                trial = deepcopy(env)
                trial.board[trial.topPosition[column]][column] = player
                trial.topPosition[column] -= 1
                trial.history[player - 1].append(column)
                if trial.gameOver(column, player) and trial.is_winner:
                    move[:] = [column]
                    if player == self.position:
                        return
        if len(env.history[0]) + len(env.history[1]) < 2:
            move[:] = [columns // 2]


SQUARESIZE = 100
BLACK = (0, 0, 0)
pygame.init()
width = 7 * SQUARESIZE
screen = pygame.display.set_mode((width, width))
