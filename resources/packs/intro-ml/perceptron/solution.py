def score(point, weights, bias):
    return sum(weight * value for weight, value in zip(weights, point)) + bias


def train_perceptron(points, labels, rounds):
    weights, bias = [0] * len(points[0]), 0
    for _ in range(rounds):
        mistakes = 0
        for point, label in zip(points, labels):
            said = 1 if score(point, weights, bias) > 0 else -1
            if said != label:
                weights = [weight + label * value for weight, value in zip(weights, point)]
                bias += label
                mistakes += 1
        if mistakes == 0:
            break
    return weights, bias
