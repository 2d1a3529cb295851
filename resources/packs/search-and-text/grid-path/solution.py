from collections import deque

STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def neighbours(grid, cell):
    row, column = cell
    for down, right in STEPS:
        r, c = row + down, column + right
        if 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] == ".":
            yield r, c


def path_length(grid, start, goal):
    moves = {start: 0}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        if cell == goal:
            return moves[cell]
        for other in neighbours(grid, cell):
            if other not in moves:
                moves[other] = moves[cell] + 1
                waiting.append(other)
    return -1
