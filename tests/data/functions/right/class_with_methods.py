class Judge:
    def __init__(self, weights=(1, 4, 16)):
        self.weights = weights
        self.size = 4

    def windows(self, board):
        rows, cols = board.shape
        for r in range(rows):
            for c in range(cols):
                if c + self.size <= cols:
                    yield board[r, c : c + self.size].tolist()
                if r + self.size <= rows:
                    yield board[r : r + self.size, c].tolist()
                    if c + self.size <= cols:
                        part = board[r : r + self.size, c : c + self.size]
                        yield part.diagonal().tolist()
                        yield part[::-1].diagonal().tolist()

    def rate(self, window, me, opponent):
        if me in window and opponent in window:
            return 0
        if me in window:
            return self.weights[min(window.count(me), 3) - 1]
        if opponent in window:
            return -self.weights[min(window.count(opponent), 3) - 1]
        return 0

    def evaluate_state(self, board, me, opponent):
        return sum(self.rate(w, me, opponent) for w in self.windows(board))


def evaluate(board, me, opponent):
    return Judge().evaluate_state(board, me, opponent)
