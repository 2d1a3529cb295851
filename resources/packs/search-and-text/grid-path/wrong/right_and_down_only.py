"""Goes right and down only."""


def path_length(grid, start, goal):
    reached = {start: 0}
    for row in range(start[0], len(grid)):
        for column in range(start[1], len(grid[0])):
            if grid[row][column] == "." and (row, column) != start:
                before = [reached[cell] for cell in ((row - 1, column), (row, column - 1)) if cell in reached]
                if before:
                    reached[row, column] = min(before) + 1
    return reached.get(goal, -1)
