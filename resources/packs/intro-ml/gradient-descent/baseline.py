"""Lines with some noise. Inputs are drawn until typical mistakes give another result."""


def fit(xs, ys, rate, steps):
    w = b = 0.0
    for _ in range(steps):
        errors = [w * x + b - y for x, y in zip(xs, ys)]
        for_w, for_b = sum(e * x for e, x in zip(errors, xs)), sum(errors)
        w, b = w - rate * 2 / len(xs) * for_w, b - rate * 2 / len(xs) * for_b
    return w, b


def draw(rng, count, rate, steps, whole=False):
    """Points around a line that is neither flat nor runs through the origin; the steps do not run away."""
    while True:
        slope, start = rng.choice([-2, -1, 1, 2, 3]), rng.choice([-4, -3, -2, 2, 3, 4])
        xs = rng.sample(range(-3, 4), count) if whole else [round(rng.uniform(-3, 3), 1) for _ in range(count)]
        noise = (lambda: rng.choice([-1, 0, 1])) if whole else (lambda: round(rng.gauss(0, 0.4), 1))
        ys = [round(slope * x + start + noise(), 1) for x in xs]
        if len(set(xs)) < count or abs(sum(xs)) < 1 or abs(sum(ys)) < 1:
            continue
        w, b = fit(xs, ys, rate, steps)
        if 0.05 < abs(w) < 20 and 0.05 < abs(b) < 20:
            return [xs, ys, rate, steps]


def test(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "fit_line", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    return [
        test("one-step", "A single step", draw(rng, 2, 0.5, 1, whole=True), "Both gradients from the line w = 0, b = 0."),
        test("two-steps", "Two steps", draw(rng, 2, 0.1, 2, whole=True), "The second step starts from the first."),
        test(
            "same-errors",
            "Both gradients from the same errors",
            draw(rng, 3, 0.1, 2, whole=True),
            "Whether b is moved with errors that already know the new w.",
        ),
        test("ten-steps", "Ten steps", draw(rng, 5, 0.05, 10), "The mean over all points, not the sum."),
        test("settled", "A hundred steps", draw(rng, 8, 0.1, 100), "Close to the best line."),
        test(
            "keeps-points",
            "The lists are left as they were",
            draw(rng, 6, 0.05, 5),
            "Whether the function changes the lists it was given.",
            keeps_arguments=True,
        ),
    ]
