def squared_distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b))


def knn_predict(train_x, train_y, query, k):
    by_distance = sorted(range(len(train_x)), key=lambda index: squared_distance(train_x[index], query))
    votes = {}
    for index in by_distance[:k]:
        label = train_y[index]
        votes[label] = votes.get(label, 0) + 1
    return max(votes, key=votes.get)
