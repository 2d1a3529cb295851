"""Divides with // and so loses the fractions of the means."""


def kmeans(points, k):
    centroids = [list(point) for point in points[:k]]
    for _ in range(100):
        groups = [[] for _ in range(k)]
        for point in points:
            squared = [sum((a - b) ** 2 for a, b in zip(point, centroid)) for centroid in centroids]
            groups[squared.index(min(squared))].append(point)
        centroids = [[sum(v) // len(g) for v in zip(*g)] if g else c for g, c in zip(groups, centroids)]
    return centroids
