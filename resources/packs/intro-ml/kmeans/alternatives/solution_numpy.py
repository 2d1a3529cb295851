import numpy as np


def kmeans(points, k):
    data = np.array(points, dtype=float)
    centroids = data[:k].copy()
    while True:
        squared = ((data[:, None, :] - centroids[None, :, :]) ** 2).sum(axis=2)
        labels = squared.argmin(axis=1)
        moved = centroids.copy()
        for index in range(k):
            members = data[labels == index]
            if len(members):
                moved[index] = members.mean(axis=0)
        if np.allclose(moved, centroids, rtol=0, atol=1e-12, equal_nan=True):
            return centroids, labels
        centroids = moved
