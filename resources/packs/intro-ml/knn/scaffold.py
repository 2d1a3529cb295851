def knn_predict(train_x, train_y, query, k):
    """Return the label that wins the vote among the k known points nearest to the query."""
    # Your code: distances, the k nearest, the vote.
    return None
