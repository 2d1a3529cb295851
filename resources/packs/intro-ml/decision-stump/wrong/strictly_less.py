"""Sends a row left only if its number is below the threshold."""


def best_stump(rows, labels):
    best, fewest = None, len(rows) + 1
    for column in range(len(rows[0])):
        for threshold in sorted({row[column] for row in rows})[:-1]:
            sides = [[], []]
            for row, label in zip(rows, labels):
                sides[0 if row[column] < threshold else 1].append(label)
            says = [int(2 * sum(side) > len(side)) for side in sides]
            mistakes = sum(label != said for side, said in zip(sides, says) for label in side)
            if mistakes < fewest:
                best, fewest = (column, threshold, *says), mistakes
    return best
