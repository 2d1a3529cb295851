def path_length(grid, start, goal):
    """Return the smallest number of moves from start to goal, or -1 if there is no way."""
    moves = -1
    # Your code: start from the first cell and see which cells can be reached.
    return moves
