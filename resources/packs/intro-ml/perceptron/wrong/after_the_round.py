"""Collects the corrections and applies them only after the round."""


def train_perceptron(points, labels, rounds):
    weights, bias = [0] * len(points[0]), 0
    for _ in range(rounds):
        change, change_bias = [0] * len(weights), 0
        for point, label in zip(points, labels):
            score = sum(w * v for w, v in zip(weights, point)) + bias
            if (1 if score > 0 else -1) != label:
                change = [c + label * v for c, v in zip(change, point)]
                change_bias += label
        weights = [w + c for w, c in zip(weights, change)]
        bias += change_bias
    return weights, bias
