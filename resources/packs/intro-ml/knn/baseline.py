"""Inputs are drawn until they are fair: all distances differ, and a wrong idea gives another label."""

COLOURS = ["red", "blue", "green", "amber"]


def squared(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b))


def order(points, query):
    return sorted(range(len(points)), key=lambda index: squared(points[index], query))


def distances_differ(points, query):
    distances = sorted(squared(point, query) for point in points)
    return all(later - earlier > 0.01 for earlier, later in zip(distances, distances[1:]))


def winner(labels):
    """The label with most votes; `labels` come nearest first, and `max` keeps the first of equals."""
    return max(dict.fromkeys(labels), key=labels.count)


def draw(rng, count, dimensions, colours, k, fair):
    """A labelled cloud and a query for which `fair(labels of all points, nearest first)` holds."""
    while True:
        points = [[round(rng.uniform(-9, 9), 1) for _ in range(dimensions)] for _ in range(count)]
        query = [round(rng.uniform(-5, 5), 1) for _ in range(dimensions)]
        labels = [rng.choice(colours) for _ in range(count)]
        if not distances_differ(points, query):
            continue
        if fair([labels[index] for index in order(points, query)]):
            return [points, labels, query, k]


def test(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "knn_predict", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    red, blue = rng.sample(COLOURS, 2)
    x, y = rng.randint(-9, 9), rng.randint(-9, 9)
    corner = [[[x + 3, y + 3], [x - 5, y]], [red, blue], [x, y], 1]
    return [
        test(
            "one-neighbour",
            "One neighbour votes",
            draw(rng, 8, 2, COLOURS[:2], 1, lambda near: near[0] != winner(near)),
            "The nearest point decides, not the most common label.",
        ),
        test(
            "three-neighbours",
            "Three neighbours vote",
            draw(rng, 10, 2, COLOURS[:3], 3, lambda near: near[0] != winner(near[:3]) != winner(near)),
            "A majority against the single nearest point and against the whole crowd.",
        ),
        test(
            "five-neighbours",
            "Five neighbours, three labels",
            draw(
                rng,
                14,
                2,
                COLOURS[:3],
                5,
                lambda near: len(set(near[:5])) == 3 and near[:5].count(winner(near[:5])) == 3,
            ),
            "Counting votes of more than two labels.",
            keeps_arguments=True,
        ),
        test("straight-line", "Distance as the crow flies", corner, "Nearest by straight line, not by city blocks."),
        test(
            "three-dimensions",
            "Points in space",
            draw(rng, 10, 3, COLOURS[:2], 3, lambda near: near[0] != winner(near[:3])),
            "Points of any length.",
        ),
        test(
            "number-labels",
            "Labels that are numbers",
            draw(rng, 9, 2, [0, 1, 7], 3, lambda near: winner(near[:3]) != near[0]),
            "The label comes back exactly as it was given.",
            keeps_arguments=True,
        ),
    ]
