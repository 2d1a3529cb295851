"""Inputs are drawn until they are fair: no centroid goes empty, no point lies near a border, few rounds are needed."""

FIRST = {"accept": "first"}  # (centroids, labels) is fine too


def rounds(points, k):
    """How many rounds K-Means needs; 0 if the input is unfair (an empty group, or a point almost on a border)."""
    centroids = [list(point) for point in points[:k]]
    for round_number in range(1, 9):
        groups = [[] for _ in range(k)]
        for point in points:
            squared = [sum((x - y) ** 2 for x, y in zip(point, centroid)) for centroid in centroids]
            order = sorted(squared)
            if k > 1 and order[1] - order[0] < 0.05:
                return 0
            groups[squared.index(order[0])].append(point)
        if not all(groups):
            return 0
        moved = [[sum(values) / len(members) for values in zip(*members)] for members in groups]
        if moved == centroids:
            return round_number
        centroids = moved
    return 0


def cloud(rng, middle, count, spread):
    return [[round(rng.gauss(value, spread), 1) for value in middle] for _ in range(count)]


def draw(rng, k, dimensions, count, at_least, spread=1.5):
    """Clouds of points whose first k points are no good start, so that the centroids really travel."""
    while True:
        points = []
        for _ in range(k):
            middle = [rng.uniform(-8, 8) for _ in range(dimensions)]
            points += cloud(rng, middle, count // k, spread)
        rng.shuffle(points)
        if rounds(points, k) >= at_least:
            return points


def test(name, title, points, k, looks_for):
    return {
        "id": name,
        "title": title,
        "call": "kmeans",
        "args": [points, k],
        "looks_for": looks_for,
        "compare": FIRST,
    }


def cases(rng):
    far = [rng.randint(20, 30), rng.randint(20, 30)]
    two = [[0.0, 0.0], [float(v) for v in far], [float(rng.randint(1, 3)), 1.0], [far[0] + 1.0, far[1] - 2.0]]
    x, y = float(rng.randint(-9, 9)), float(rng.randint(-9, 9))
    size = rng.choice([1.0, 2.0, 0.5])
    corner = [[x - 3 * size, y - 3 * size], [x + 5 * size, y], [x, y]]
    unchanged = test(
        "keeps-points",
        "The points are left as they were",
        draw(rng, 2, 2, 10, 3),
        2,
        "Whether the function changes the list it was given.",
    )
    return [
        test("two-pairs", "Two pairs, far apart", two, 2, "The simplest case: one step and done."),
        test("straight-line", "Distance as the crow flies", corner, 2, "Nearest by straight line, not by city blocks."),
        test("two-groups", "Two groups in the plane", draw(rng, 2, 2, 12, 3), 2, "Assigning and averaging."),
        test(
            "several-rounds",
            "A start that needs several rounds",
            draw(rng, 3, 2, 18, 4),
            3,
            "Whether the loop goes on until no centroid moves.",
        ),
        test("three-dimensions", "Points in space", draw(rng, 2, 3, 12, 3), 2, "Points of any length."),
        test("four-groups", "Four groups", draw(rng, 4, 2, 24, 3), 4, "More than two or three centroids."),
        {**unchanged, "keeps_arguments": True},
    ]
