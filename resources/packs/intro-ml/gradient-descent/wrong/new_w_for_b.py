"""Moves w first and then works out the gradient for b with the new w."""


def fit_line(xs, ys, rate, steps):
    w, b = 0.0, 0.0
    n = len(xs)
    for _ in range(steps):
        w -= rate * 2 / n * sum((w * x + b - y) * x for x, y in zip(xs, ys))
        b -= rate * 2 / n * sum(w * x + b - y for x, y in zip(xs, ys))
    return w, b
