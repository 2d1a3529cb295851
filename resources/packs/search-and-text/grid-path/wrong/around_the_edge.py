"""Forgets that index -1 is the last row: the robot leaves on one side and comes back on the other."""

from collections import deque


def path_length(grid, start, goal):
    moves = {start: 0}
    waiting = deque([start])
    while waiting:
        row, column = waiting.popleft()
        if (row, column) == goal:
            return moves[row, column]
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            r, c = r % len(grid), c % len(grid[0])
            if grid[r][c] == "." and (r, c) not in moves:
                moves[r, c] = moves[row, column] + 1
                waiting.append((r, c))
    return -1
