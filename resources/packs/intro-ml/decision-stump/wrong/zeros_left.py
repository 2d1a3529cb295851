"""Takes for granted that the small numbers have label 0."""


def best_stump(rows, labels):
    best, fewest = None, len(rows) + 1
    for column in range(len(rows[0])):
        for threshold in sorted({row[column] for row in rows})[:-1]:
            mistakes = sum((row[column] > threshold) != (label == 1) for row, label in zip(rows, labels))
            if mistakes < fewest:
                best, fewest = (column, threshold, 0, 1), mistakes
    return best
