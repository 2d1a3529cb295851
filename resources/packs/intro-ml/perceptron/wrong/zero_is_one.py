"""Says 1 for a score of exactly 0."""


def train_perceptron(points, labels, rounds):
    weights, bias = [0] * len(points[0]), 0
    for _ in range(rounds):
        for point, label in zip(points, labels):
            score = sum(w * v for w, v in zip(weights, point)) + bias
            if (1 if score >= 0 else -1) != label:
                weights = [w + label * v for w, v in zip(weights, point)]
                bias += label
    return weights, bias
