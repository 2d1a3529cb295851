"""Adds the gradient instead of subtracting it, and climbs."""


def fit_line(xs, ys, rate, steps):
    w, b = 0.0, 0.0
    for _ in range(steps):
        errors = [w * x + b - y for x, y in zip(xs, ys)]
        w, b = (
            w + rate * 2 / len(xs) * sum(e * x for e, x in zip(errors, xs)),
            b + rate * 2 / len(xs) * sum(errors),
        )
    return w, b
