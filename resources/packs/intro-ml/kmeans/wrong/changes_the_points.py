"""Right centroids, but the caller's first points are overwritten on the way."""


def kmeans(points, k):
    data = [list(point) for point in points]
    centroids = points[:k]
    while True:
        groups = [[] for _ in range(k)]
        for point in data:
            squared = [sum((a - b) ** 2 for a, b in zip(point, centroid)) for centroid in centroids]
            groups[squared.index(min(squared))].append(point)
        before = [list(centroid) for centroid in centroids]
        for index, group in enumerate(groups):
            if group:
                centroids[index][:] = [sum(values) / len(group) for values in zip(*group)]
        if before == centroids:
            return centroids
