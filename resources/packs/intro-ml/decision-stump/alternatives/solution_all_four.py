"""Tries all pairs of labels instead of counting majorities; 0 comes first, so it wins among equals."""


def best_stump(rows, labels):
    stumps = [
        (column, threshold, left, right)
        for column in range(len(rows[0]))
        for threshold in sorted(set(row[column] for row in rows))[:-1]
        for left in (0, 1)
        for right in (0, 1)
    ]

    def mistakes(stump):
        column, threshold, left, right = stump
        return sum((left if row[column] <= threshold else right) != label for row, label in zip(rows, labels))

    return min(stumps, key=mistakes)
