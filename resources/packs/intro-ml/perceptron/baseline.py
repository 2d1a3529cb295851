"""Whole numbers, so that a score of zero is exactly zero. Inputs are drawn until typical mistakes show."""


def train(points, labels, rounds, zero=-1):
    """Weights with the bias behind them, and how many mistakes each round made."""
    line = [0] * (len(points[0]) + 1)
    made = []
    for _ in range(rounds):
        made.append(0)
        for point, label in zip(points, labels):
            row = [*point, 1]
            score = sum(weight * value for weight, value in zip(line, row))
            if (1 if score > 0 else zero if score == 0 else -1) != label:
                line = [weight + label * value for weight, value in zip(line, row)]
                made[-1] += 1
    return line, made


def draw(rng, count, dimensions, rounds, fair, size=5):
    """Points of both classes for which `fair(mistakes per round)` holds and a zero score matters."""
    while True:
        points = [[rng.randint(-size, size) for _ in range(dimensions)] for _ in range(count)]
        labels = [rng.choice([1, -1]) for _ in range(count)]
        line, made = train(points, labels, rounds)
        if len(set(labels)) == 2 and all(line) and line != train(points, labels, rounds, zero=1)[0] and fair(made):
            return [points, labels, rounds]


def settles(first):
    """Fair if the mistakes end, but not before round `first`."""
    return lambda made: made[-1] == 0 and made[first - 2] > 0


def test(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "train_perceptron", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    return [
        test(
            "one-round",
            "A single round",
            draw(rng, 4, 2, 1, lambda made: made[0] >= 2),
            "The second point is judged with the weights that the first one left.",
        ),
        test(
            "two-rounds",
            "Two rounds",
            draw(rng, 4, 2, 2, lambda made: made[1] > 0),
            "The weights are kept from round to round.",
        ),
        test("settles", "Classes that can be separated", draw(rng, 6, 2, 12, settles(4)), "The weights settle."),
        test(
            "three-dimensions",
            "Points in space",
            draw(rng, 6, 3, 9, settles(3)),
            "Points of any length.",
            keeps_arguments=True,
        ),
        test(
            "too-few-rounds",
            "Stopped before it settles",
            draw(rng, 7, 2, 4, lambda made: made[-1] > 0),
            "Exactly `rounds` rounds, not until all is right.",
        ),
    ]
