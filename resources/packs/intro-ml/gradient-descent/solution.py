def gradients(xs, ys, w, b):
    errors = [w * x + b - y for x, y in zip(xs, ys)]
    for_w = 2 / len(xs) * sum(error * x for error, x in zip(errors, xs))
    for_b = 2 / len(xs) * sum(errors)
    return for_w, for_b


def fit_line(xs, ys, rate, steps):
    w = b = 0.0
    for _ in range(steps):
        for_w, for_b = gradients(xs, ys, w, b)
        w -= rate * for_w
        b -= rate * for_b
    return w, b
