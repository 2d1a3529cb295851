"""Never moves b."""


def fit_line(xs, ys, rate, steps):
    w = 0.0
    for _ in range(steps):
        w -= rate * 2 / len(xs) * sum((w * x - y) * x for x, y in zip(xs, ys))
    return w, 0.0
