"""Judges the point again after each weight, and leaves the other weights alone once the score is right."""


def train_perceptron(points, labels, rounds):
    weights, bias = [0] * len(points[0]), 0
    for _ in range(rounds):
        for point, label in zip(points, labels):
            for index, value in enumerate(point):
                score = sum(w * v for w, v in zip(weights, point)) + bias
                if (1 if score > 0 else -1) != label:
                    weights[index] += label * value
            score = sum(w * v for w, v in zip(weights, point)) + bias
            if (1 if score > 0 else -1) != label:
                bias += label
    return weights, bias
