"""As object-oriented courses have it: the evaluation is a method of the player's class."""


class MinimaxAI:
    def __init__(self, depth=4):
        self.depth = depth
        self.weights = {1: 1, 2: 10, 3: 50}

    def other(self, player):
        return 3 - player

    def runs(self, state, player):
        for row in state:
            length = 0
            for cell in list(row) + [0]:
                if cell == player:
                    length += 1
                elif length:
                    yield length
                    length = 0

    def evaluate_state(self, state, player):
        mine = sum(self.weights.get(n, 100) for n in self.runs(state, player))
        theirs = sum(self.weights.get(n, 100) for n in self.runs(state, self.other(player)))
        return mine - theirs

    @staticmethod
    def count_stones(grid, mark):
        return (grid == mark).sum()
