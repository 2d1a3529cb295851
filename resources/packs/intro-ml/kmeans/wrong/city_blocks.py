"""Adds up differences along the axes instead of taking the straight line."""


def kmeans(points, k):
    centroids = [list(point) for point in points[:k]]
    for _ in range(100):
        groups = [[] for _ in range(k)]
        for point in points:
            apart = [sum(abs(a - b) for a, b in zip(point, centroid)) for centroid in centroids]
            groups[apart.index(min(apart))].append(point)
        centroids = [[sum(v) / len(g) for v in zip(*g)] if g else c for g, c in zip(groups, centroids)]
    return centroids
