"""Plain loops, and the factor 2 / n applied point by point."""


def fit_line(xs, ys, rate, steps):
    n = len(xs)
    w, b = 0, 0
    while steps > 0:
        dw, db = 0, 0
        for i in range(n):
            error = w * xs[i] + b - ys[i]
            dw += 2 * error * xs[i] / n
            db += 2 * error / n
        w, b = w - rate * dw, b - rate * db
        steps -= 1
    return [w, b]
