"""Counts the cells of the way, with start and goal, instead of the moves."""

from collections import deque


def path_length(grid, start, goal):
    cells = {start: 1}
    waiting = deque([start])
    while waiting:
        row, column = waiting.popleft()
        if (row, column) == goal:
            return cells[row, column]
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] == "." and (r, c) not in cells:
                cells[r, c] = cells[row, column] + 1
                waiting.append((r, c))
    return -1
