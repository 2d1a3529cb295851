"""`old` is the same list as `centroids`, so the loop always stops; the start changes the caller's points, too."""


def kmeans(points, k):
    centroids = points[:k]
    while True:
        groups = [[] for _ in range(k)]
        for point in points:
            squared = [sum((a - b) ** 2 for a, b in zip(point, centroid)) for centroid in centroids]
            groups[squared.index(min(squared))].append(list(point))
        old = list(centroids)
        for index, group in enumerate(groups):
            for axis in range(len(centroids[index])):
                centroids[index][axis] = sum(point[axis] for point in group) / max(1, len(group))
        if old == centroids:
            return centroids
