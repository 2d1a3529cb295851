"""With equally many votes the label counted last wins instead of the one with the nearest point."""


def knn_predict(train_x, train_y, query, k):
    pairs = [(sum((a - b) ** 2 for a, b in zip(point, query)), index) for index, point in enumerate(train_x)]
    votes = {}
    for _, index in sorted(pairs)[:k]:
        votes[train_y[index]] = votes.get(train_y[index], 0) + 1
    best = None
    for label in votes:
        if best is None or votes[label] >= votes[best]:
            best = label
    return best
