def squared_distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b))


def nearest(point, centroids):
    best = 0
    for index in range(1, len(centroids)):
        if squared_distance(point, centroids[index]) < squared_distance(point, centroids[best]):
            best = index
    return best


def mean(members):
    return [sum(values) / len(members) for values in zip(*members)]


def kmeans(points, k):
    centroids = [[float(value) for value in point] for point in points[:k]]
    before = None
    while True:
        labels = [nearest(point, centroids) for point in points]
        if labels == before:  # equal groups have equal means: no centroid would move, even if some coordinate is NaN
            return centroids
        groups = [[point for point, label in zip(points, labels) if label == index] for index in range(len(centroids))]
        centroids = [mean(members) if members else old for members, old in zip(groups, centroids)]
        before = labels
