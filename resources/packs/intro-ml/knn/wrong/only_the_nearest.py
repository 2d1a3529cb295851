"""Asks one neighbour, whatever k is."""


def knn_predict(train_x, train_y, query, k):
    distances = [sum((a - b) ** 2 for a, b in zip(point, query)) for point in train_x]
    return train_y[distances.index(min(distances))]
