def train_perceptron(points, labels, rounds):
    """Return (weights, bias) after going through the points `rounds` times."""
    weights = [0] * len(points[0])
    bias = 0
    # Your code: judge each point, and correct the weights after a mistake.
    return weights, bias
