"""Moves the weights for every point, not only after a mistake."""


def train_perceptron(points, labels, rounds):
    weights, bias = [0] * len(points[0]), 0
    for _ in range(rounds):
        for point, label in zip(points, labels):
            weights = [w + label * v for w, v in zip(weights, point)]
            bias += label
    return weights, bias
