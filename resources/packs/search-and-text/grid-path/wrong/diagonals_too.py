"""Allows diagonal moves."""

from collections import deque


def path_length(grid, start, goal):
    moves = {start: 0}
    waiting = deque([start])
    while waiting:
        row, column = waiting.popleft()
        if (row, column) == goal:
            return moves[row, column]
        for r in range(row - 1, row + 2):
            for c in range(column - 1, column + 2):
                if 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] == "." and (r, c) not in moves:
                    moves[r, c] = moves[row, column] + 1
                    waiting.append((r, c))
    return -1
