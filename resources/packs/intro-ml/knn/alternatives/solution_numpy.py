import numpy as np


def knn_predict(train_x, train_y, query, k):
    offsets = np.array(train_x, dtype=float) - np.array(query, dtype=float)
    nearest = np.argsort((offsets**2).sum(axis=1), kind="stable")[:k]
    labels = [train_y[index] for index in nearest]
    return max(labels, key=lambda label: (labels.count(label), -labels.index(label)))
