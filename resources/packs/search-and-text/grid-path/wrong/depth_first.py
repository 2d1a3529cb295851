"""Takes the newest cell first: it finds a way, but not a shortest one."""


def path_length(grid, start, goal):
    waiting = [(start, 0)]
    seen = {start}
    while waiting:
        (row, column), moves = waiting.pop()
        if (row, column) == goal:
            return moves
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] == "." and (r, c) not in seen:
                seen.add((r, c))
                waiting.append(((r, c), moves + 1))
    return -1
