"""Water spreads over the whole grid at once, one move at a time."""

import numpy as np


def path_length(grid, start, goal):
    free = np.array([list(row) for row in grid]) == "."
    wet = np.zeros_like(free)
    wet[start] = True
    moves = 0
    while not wet[goal]:
        spread = wet.copy()
        spread[1:] |= wet[:-1]
        spread[:-1] |= wet[1:]
        spread[:, 1:] |= wet[:, :-1]
        spread[:, :-1] |= wet[:, 1:]
        spread &= free
        if (spread == wet).all():
            return -1
        wet, moves = spread, moves + 1
    return moves
