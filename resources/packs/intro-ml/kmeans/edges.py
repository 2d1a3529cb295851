FIRST = {"accept": "first"}  # (centroids, labels) is fine too


def case(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "kmeans", "args": args, "looks_for": looks_for, "compare": FIRST, **more}


def distinct(rng, count, low=-20, high=20):
    xs, ys = rng.sample(range(low, high), count), rng.sample(range(low, high), count)
    return [[float(x), float(y)] for x, y in zip(xs, ys)]


def cases(rng):
    line = [[float(x)] for x in rng.sample(range(0, 6), 3)] + [[float(x)] for x in rng.sample(range(40, 50), 3)]
    left = float(rng.randint(-9, -1))
    same = [float(rng.randint(1, 9)), float(rng.randint(1, 9))]
    shift = float(rng.randint(2, 9) * 1000)
    near, far = distinct(rng, 3, 0, 8), distinct(rng, 3, 40, 48)
    away = [[x + shift, y - shift] for x, y in (near[0], far[0], *near[1:], *far[1:])]
    whole = [[rng.randint(-9, -5), rng.randint(-9, -5)], [rng.randint(5, 9), rng.randint(5, 9)]]
    return [
        case("one-group", "One group", [distinct(rng, 7), 1], "k = 1: the mean of all points."),
        case("all-alone", "As many groups as points", [distinct(rng, 5), 5], "k = n: each point is its own centroid."),
        case(
            "tie",
            "A point exactly in the middle",
            [[[left, 0.0], [-left, 0.0], [0.0, 0.0]], 2],
            "Equal distances: the lower index gets the point.",
        ),
        case("one-dimension", "Points with one coordinate", [line, 2], "Points of length 1, not bare numbers."),
        case(
            "same-start",
            "Two equal points at the start",
            [[same, same, *distinct(rng, 4)], 2],
            "A centroid that loses all its points: the statement does not say what happens.",
            undefined=True,
        ),
        case("one-point", "A single point", [distinct(rng, 1), 1], "The smallest input there is."),
        case(
            "far-away",
            "Far from the origin",
            [away, 2],
            "Large coordinates: distances must not lose their digits.",
        ),
        case(
            "duplicates",
            "Points that stand there twice",
            [[*whole, whole[1], whole[0], whole[1]], 2],
            "Equal points count as often as they stand there; nothing has to move.",
        ),
        case("whole-numbers", "Whole numbers", [[*whole, [-6, -6], [6, 7]], 2], "Ints in, means out."),
        case(
            "too-few-points",
            "More groups than points",
            [distinct(rng, 2), 3],
            "k > n is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "no-points",
            "No points at all",
            [[], 1],
            "An empty list is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "not-a-number",
            "A coordinate that is not a number",
            [[*whole, *distinct(rng, 8), [float("nan"), 1.0]], 2],
            "NaN is outside of what the statement promises: what happens, and does it end?",
            undefined=True,
        ),
        case(
            "text",
            "A number written as text",
            [[*whole, ["1", 2]], 2],
            "Strings are outside of what the statement promises: what happens?",
            undefined=True,
        ),
    ]
