def majority(labels):
    return 1 if 2 * sum(labels) > len(labels) else 0


def split(rows, labels, column, threshold):
    left = [label for row, label in zip(rows, labels) if row[column] <= threshold]
    right = [label for row, label in zip(rows, labels) if row[column] > threshold]
    return left, right


def best_stump(rows, labels):
    best, fewest = None, len(rows) + 1
    for column in range(len(rows[0])):
        for threshold in sorted({row[column] for row in rows})[:-1]:
            left, right = split(rows, labels, column, threshold)
            says_left, says_right = majority(left), majority(right)
            mistakes = len(left) - left.count(says_left) + len(right) - right.count(says_right)
            if mistakes < fewest:
                best, fewest = (column, threshold, says_left, says_right), mistakes
    return best
