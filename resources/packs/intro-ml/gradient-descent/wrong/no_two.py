"""Drops the factor 2."""


def fit_line(xs, ys, rate, steps):
    w, b = 0.0, 0.0
    n = len(xs)
    for _ in range(steps):
        errors = [w * x + b - y for x, y in zip(xs, ys)]
        w, b = w - rate / n * sum(e * x for e, x in zip(errors, xs)), b - rate / n * sum(errors)
    return w, b
