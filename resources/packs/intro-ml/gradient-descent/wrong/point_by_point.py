"""Moves after every point instead of after all points: stochastic gradient descent."""


def fit_line(xs, ys, rate, steps):
    w, b = 0.0, 0.0
    n = len(xs)
    for _ in range(steps):
        for x, y in zip(xs, ys):
            error = w * x + b - y
            w -= rate * 2 / n * error * x
            b -= rate * 2 / n * error
    return w, b
