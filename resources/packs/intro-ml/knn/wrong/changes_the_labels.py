"""Right labels, but the caller's lists are sorted on the way."""


def knn_predict(train_x, train_y, query, k):
    pairs = sorted((sum((a - b) ** 2 for a, b in zip(point, query)), index) for index, point in enumerate(train_x))
    labels = [train_y[index] for _, index in pairs]
    train_y[:] = labels
    votes = labels[:k]
    return max(votes, key=votes.count)
