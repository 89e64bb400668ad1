"""A player of the later versions of the skeleton, in a file of its own: it deepens until it is
stopped, and says what it would play after every depth."""

import numpy
from connect4 import COLUMN_COUNT, connect4
from players import connect4Player


class deepeningAI(connect4Player):
    def __init__(self, position, seed):
        super().__init__(position, seed)
        numpy.random.seed(seed)
        self.depths = []

    def play(self, env: connect4, move_dict: dict) -> None:
        from connect4 import connect4 as game  # files do that, too

        assert isinstance(env, game)
        assert env.turnPlayer is self
        depth = 0
        while True:
            depth += 1
            self.depths.append(depth)
            move_dict["move"] = max(
                (c for c in range(COLUMN_COUNT) if env.topPosition[c] >= 0),
                key=lambda c: (env.topPosition[c], -abs(c - 3)),
            )
