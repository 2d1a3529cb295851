def kmeans(points, k):
    """Return the k centroids of the points. The first k points are the first centroids."""
    centroids = []
    # Your code: assign each point to its nearest centroid, move the centroids, repeat.
    return centroids
