def evaluate(grid, mark):
    total = 0
    middle = len(grid[0]) // 2
    for row in grid:
        for x, v in enumerate(row):
            if v == mark:
                total += 3 - abs(middle - x)
            elif v != 0:
                total -= 3 - abs(middle - x)
    return total / 10
