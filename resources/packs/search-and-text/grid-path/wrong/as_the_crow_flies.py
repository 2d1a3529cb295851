"""Counts rows and columns in between and never looks at the walls."""


def path_length(grid, start, goal):
    return abs(start[0] - goal[0]) + abs(start[1] - goal[1])
