"""Takes the thresholds in the order of the rows, so that among equals not the smallest wins."""


def best_stump(rows, labels):
    best, fewest = None, len(rows) + 1
    for column in range(len(rows[0])):
        values = [row[column] for row in rows]
        for threshold in values:
            if threshold == max(values):
                continue
            left = [label for value, label in zip(values, labels) if value <= threshold]
            right = [label for value, label in zip(values, labels) if value > threshold]
            says_left, says_right = int(2 * sum(left) > len(left)), int(2 * sum(right) > len(right))
            mistakes = sum(v != says_left for v in left) + sum(v != says_right for v in right)
            if mistakes < fewest:
                best, fewest = (column, threshold, says_left, says_right), mistakes
    return best
