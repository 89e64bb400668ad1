"""An agent for ConnectX as the site's first page has it: any column that is not full."""

import random


def agent(observation, configuration):
    return random.choice([c for c in range(configuration.columns) if observation.board[c] == 0])
