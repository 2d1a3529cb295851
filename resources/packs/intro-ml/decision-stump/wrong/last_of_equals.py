"""Takes the last of equally good stumps."""


def best_stump(rows, labels):
    best, fewest = None, len(rows) + 1
    for column in range(len(rows[0])):
        for threshold in sorted({row[column] for row in rows})[:-1]:
            sides = [[], []]
            for row, label in zip(rows, labels):
                sides[row[column] > threshold].append(label)
            says = [int(2 * sum(side) > len(side)) for side in sides]
            mistakes = sum(label != said for side, said in zip(sides, says) for label in side)
            if mistakes <= fewest:
                best, fewest = (column, threshold, *says), mistakes
    return best
