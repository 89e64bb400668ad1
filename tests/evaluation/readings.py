"""A slow, literal reading of the five documents, kept apart from the product as an oracle.

A board is a list of rows from the top: 0 empty, 1 first player, 2 second player.
"""

from fractions import Fraction

Board = list[list[int]]
Cell = tuple[int, int]
Direction = tuple[int, int]

RIGHT: Direction = (0, 1)
UP: Direction = (-1, 0)
RISING: Direction = (-1, 1)
FALLING: Direction = (1, 1)
UP_LEFT: Direction = (-1, -1)

# In the order in which square-value lists its numbers.
AXES = [UP, RIGHT, RISING, FALLING]


def _other(side: int) -> int:
    return 2 if side == 1 else 1


def _all_cells(board: Board) -> list[Cell]:
    return [(row, column) for row in range(len(board)) for column in range(len(board[0]))]


def _walk(board: Board, start: Cell, direction: Direction, length: int) -> list[Cell]:
    """Up to `length` cells from `start` on; fewer where the board ends."""
    row, column = start
    cells: list[Cell] = []
    while len(cells) < length and 0 <= row < len(board) and 0 <= column < len(board[0]):
        cells.append((row, column))
        row += direction[0]
        column += direction[1]
    return cells


def _runs_along(board: Board, length: int, direction: Direction) -> list[list[Cell]]:
    walks = [_walk(board, start, direction, length) for start in _all_cells(board)]
    return [cells for cells in walks if len(cells) == length]


def _runs(board: Board, length: int) -> list[list[Cell]]:
    # One cell reads the same in every direction, so it is one run, not four.
    axes = [RIGHT] if length == 1 else AXES
    return [run for axis in axes for run in _runs_along(board, length, axis)]


def _count(board: Board, cells: list[Cell], content: int) -> int:
    return sum(1 for row, column in cells if board[row][column] == content)


def _holds(board: Board, cells: list[Cell], owner: int, stones: int) -> bool:
    """Exactly `stones` stones of `owner` and the rest empty; no rule asks for fewer than one."""
    return (
        stones >= 1
        and _count(board, cells, owner) == stones
        and _count(board, cells, 0) == len(cells) - stones
    )


def _has_line(board: Board, k: int, side: int) -> bool:
    return any(_count(board, window, side) == k for window in _runs(board, k))


def _with_stone(board: Board, cell: Cell, side: int) -> Board:
    after = [list(row) for row in board]
    after[cell[0]][cell[1]] = side
    return after


def _landable(board: Board, gravity: bool) -> list[Cell]:
    """The empty cells where a stone can be placed now, in reading order."""
    empty = [(row, column) for row, column in _all_cells(board) if board[row][column] == 0]
    if not gravity:
        return empty
    return [
        (row, column)
        for row, column in empty
        if not any(other > row for other, same in empty if same == column)
    ]


# center-window


def _center_window_points(board: Board, window: list[Cell], k: int, side: int) -> int:
    opponent = _other(side)
    if _holds(board, window, side, k):
        return 1000
    if _holds(board, window, side, k - 1):
        return 15
    if _holds(board, window, side, k - 2):
        return 6
    if _holds(board, window, opponent, k - 1):
        return -18
    if _holds(board, window, opponent, k - 2):
        return -5
    return 0


def _open_run_points(board: Board, run: list[Cell], k: int, side: int) -> int:
    """`run` has k + 1 cells; it must read empty, k - 1 own stones, empty."""
    if k - 1 < 1:
        return 0
    contents = [board[row][column] for row, column in run]
    return 25 if contents == [0] + [side] * (k - 1) + [0] else 0


def center_window(board: Board, k: int, side: int) -> int:
    middle = len(board[0]) // 2
    score = sum(6 for row in board if row[middle] == side)
    score += sum(_center_window_points(board, window, k, side) for window in _runs(board, k))
    score += sum(_open_run_points(board, run, k, side) for run in _runs(board, k + 1))
    return score


# open-lines


def _open_line_points(board: Board, window: list[Cell]) -> int:
    """For the first player."""
    first = _count(board, window, 1)
    second = _count(board, window, 2)
    if first > 0 and second == 0:
        return int(min(10**first, 10**9))
    if second > 0 and first == 0:
        return -int(min(10**second, 10**9))
    return 0


def open_lines(board: Board, k: int, side: int) -> int:
    score = sum(_open_line_points(board, window) for window in _runs(board, k))
    return score if side == 1 else -score


# threats


def _threat_points(board: Board, k: int, side: int) -> int:
    """What fours, threes and twos of one side count, open or not."""
    score = 0
    for missing, points in ((1, 60), (2, 12), (3, 4), (4, 1)):
        score += points * sum(
            _holds(board, window, side, k - missing) for window in _runs(board, k)
        )
    for missing, points in ((1, 400), (2, 50), (3, 12), (4, 2)):
        for run in _runs(board, k + 1):
            (top, left), (bottom, right) = run[0], run[-1]
            if board[top][left] == board[bottom][right] == 0:
                score += points * _holds(board, run[1:-1], side, k - missing)
    return score


def threats(board: Board, k: int, side: int) -> int:
    return _threat_points(board, k, side) - _threat_points(board, k, _other(side))


# anchored-runs


def _anchored_points(board: Board, start: Cell, direction: Direction, k: int) -> int:
    """For the owner of the stone at `start`."""
    owner = board[start[0]][start[1]]
    cells = _walk(board, start, direction, k)
    if len(cells) < k:
        return 0
    if _holds(board, cells, owner, k - 1):
        return 300
    if _holds(board, cells, owner, k - 2):
        return 100
    if _holds(board, cells, owner, k - 3):
        return 10
    return 0


def anchored_runs(board: Board, k: int, side: int) -> int:
    if _has_line(board, k, side):
        return 25000
    if _has_line(board, k, _other(side)):
        return -25000
    score = 0
    for row, column in _all_cells(board):
        for direction in (RIGHT, UP, RISING, UP_LEFT):
            if board[row][column] == side:
                score += _anchored_points(board, (row, column), direction, k)
            elif board[row][column] == _other(side):
                score -= _anchored_points(board, (row, column), direction, k)
    return score


# phased-traps


def _phase_weights(board: Board) -> tuple[Fraction, Fraction, Fraction]:
    cells = len(_all_cells(board))
    stones = cells - _count(board, _all_cells(board), 0)
    if 42 * stones < 10 * cells:
        return Fraction("1.2"), Fraction("1.0"), Fraction(15)
    if 42 * stones <= 20 * cells:
        return Fraction("1.0"), Fraction("1.5"), Fraction(20)
    return Fraction("0.8"), Fraction("2.0"), Fraction(30)


def _position(board: Board, k: int, side: int) -> int:
    # A cell weighs as many points as windows pass through it, so each window brings
    # one point for each stone in it.
    return sum(
        _count(board, window, side) - _count(board, window, _other(side))
        for window in _runs(board, k)
    )


def _pattern_points(board: Board, window: list[Cell], k: int, side: int) -> int:
    opponent = _other(side)
    if _holds(board, window, side, k):
        return 100
    if _holds(board, window, side, k - 1):
        return 15
    if _holds(board, window, side, k - 2):
        return 5
    if _holds(board, window, side, k - 3):
        return 1
    if _holds(board, window, opponent, k - 1):
        return -15
    if _holds(board, window, opponent, k - 2):
        return -3
    return 0


def _is_trap(board: Board, cell: Cell, k: int, side: int) -> bool:
    after = _with_stone(board, cell, side)
    through = [window for window in _runs(after, k) if cell in window]
    if any(_holds(after, window, side, k) for window in through):
        return False
    return sum(1 for window in through if _holds(after, window, side, k - 1)) >= 2


def traps(board: Board, k: int, side: int, gravity: bool) -> set[Cell]:
    return {cell for cell in _landable(board, gravity) if _is_trap(board, cell, k, side)}


def phased_traps(board: Board, k: int, side: int, gravity: bool) -> Fraction:
    if _has_line(board, k, side):
        return Fraction(10000)
    if _has_line(board, k, _other(side)):
        return Fraction(-10000)
    position_weight, pattern_weight, trap_weight = _phase_weights(board)
    pattern = sum(_pattern_points(board, window, k, side) for window in _runs(board, k))
    return (
        _position(board, k, side) * position_weight
        + pattern * pattern_weight
        + len(traps(board, k, side, gravity)) * trap_weight
    )


# square-value


def _axis_cells(board: Board, cell: Cell, axis: Direction, k: int) -> list[Cell]:
    """Up to k cells on either side of `cell`, without the cell itself."""
    back = (-axis[0], -axis[1])
    return _walk(board, cell, axis, k + 1)[1:] + _walk(board, cell, back, k + 1)[1:]


def square_values(board: Board, k: int, side: int, gravity: bool) -> dict[Cell, list[int]]:
    """Own vertical, horizontal, rising and falling count, then the opponent's four."""
    return {
        cell: [
            _count(board, _axis_cells(board, cell, axis, k), owner)
            for owner in (side, _other(side))
            for axis in AXES
        ]
        for cell in _landable(board, gravity)
    }


def _completes_line(board: Board, cell: Cell, k: int, side: int) -> bool:
    after = _with_stone(board, cell, side)
    return any(cell in window and _count(after, window, side) == k for window in _runs(after, k))


def _distance_to_centre(board: Board, cell: Cell) -> int:
    # Four times the squared distance: the centre may lie between cells.
    down = 2 * cell[0] - (len(board) - 1)
    across = 2 * cell[1] - (len(board[0]) - 1)
    return down * down + across * across


def square_value_move(board: Board, k: int, side: int, gravity: bool) -> Cell:
    """The cell that the agent plays; a ValueError where no stone can be placed."""

    def rank(cell: Cell) -> tuple[float, int, int, Cell]:
        largest = max(values[cell])
        value = float("inf") if _completes_line(board, cell, k, side) else float(largest)
        # An infinite value is none of the eight, so a winning cell too counts how many
        # of the eight equal the largest of them.
        equals = values[cell].count(largest)
        return -value, -equals, _distance_to_centre(board, cell), cell

    values = square_values(board, k, side, gravity)
    return min(values, key=rank)
