"""Never looks beyond column 0."""


def best_stump(rows, labels):
    best, fewest = None, len(rows) + 1
    for threshold in sorted({row[0] for row in rows})[:-1]:
        left = [label for row, label in zip(rows, labels) if row[0] <= threshold]
        right = [label for row, label in zip(rows, labels) if row[0] > threshold]
        says_left, says_right = int(2 * sum(left) > len(left)), int(2 * sum(right) > len(right))
        mistakes = sum(v != says_left for v in left) + sum(v != says_right for v in right)
        if mistakes < fewest:
            best, fewest = (0, threshold, says_left, says_right), mistakes
    return best
