"""Adds up differences along the axes instead of taking the straight line."""


def knn_predict(train_x, train_y, query, k):
    pairs = [(sum(abs(a - b) for a, b in zip(point, query)), index) for index, point in enumerate(train_x)]
    votes = [train_y[index] for _, index in sorted(pairs)[:k]]
    return max(votes, key=votes.count)
