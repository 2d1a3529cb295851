"""Puts the threshold half way between two neighbours instead of onto a number of the table."""


def best_stump(rows, labels):
    best, fewest = None, len(rows) + 1
    for column in range(len(rows[0])):
        values = sorted({row[column] for row in rows})
        for low, high in zip(values, values[1:]):
            threshold = (low + high) / 2
            sides = [[], []]
            for row, label in zip(rows, labels):
                sides[row[column] > threshold].append(label)
            says = [int(2 * sum(side) > len(side)) for side in sides]
            mistakes = sum(label != said for side, said in zip(sides, says) for label in side)
            if mistakes < fewest:
                best, fewest = (column, threshold, *says), mistakes
    return best
