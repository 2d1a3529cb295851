"""Sorts the wrong way round: the farthest points vote."""


def knn_predict(train_x, train_y, query, k):
    pairs = [(sum((a - b) ** 2 for a, b in zip(point, query)), index) for index, point in enumerate(train_x)]
    votes = [train_y[index] for _, index in sorted(pairs, reverse=True)[:k]]
    return max(votes, key=votes.count)
