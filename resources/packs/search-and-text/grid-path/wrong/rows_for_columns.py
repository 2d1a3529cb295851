"""Takes the first number of a cell for the column."""

from collections import deque


def path_length(grid, start, goal):
    moves = {start: 0}
    waiting = deque([start])
    while waiting:
        x, y = waiting.popleft()
        if (x, y) == goal:
            return moves[x, y]
        for a, b in ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)):
            if 0 <= b < len(grid) and 0 <= a < len(grid[0]) and grid[b][a] == "." and (a, b) not in moves:
                moves[a, b] = moves[x, y] + 1
                waiting.append((a, b))
    return -1
