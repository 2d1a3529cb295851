def best_stump(rows, labels):
    """Return (column, threshold, left, right) of the stump with the fewest mistakes."""
    best = None
    # Your code: try every column and every threshold, count the mistakes.
    return best
