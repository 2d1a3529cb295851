def case(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "knn_predict", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    red, blue, green = rng.sample(["red", "blue", "green", "amber", "violet"], 3)
    x, y = rng.randint(-9, 9), rng.randint(-9, 9)
    step = rng.randint(1, 4)
    ladder = [[x + step * n, y] for n in (1, 2, 3, 4, 5)]  # nearest first
    return [
        case(
            "tied-votes",
            "Two labels, two votes each",
            [[ladder[3], ladder[2], ladder[0], ladder[1], ladder[4]], [red, blue, red, blue, blue], [x, y], 4],
            "Equal votes: the label with the nearest point wins.",
        ),
        case(
            "three-way-tie",
            "Three labels, one vote each",
            [[ladder[2], ladder[1], ladder[0]], [red, blue, green], [x, y], 3],
            "Equal votes: the nearest point decides, not the order of the list.",
        ),
        case(
            "everybody-votes",
            "As many neighbours as points",
            [ladder, [blue, red, red, blue, red], [x, y], 5],
            "k = n: the most common label of all.",
        ),
        case(
            "one-dimension",
            "Points with one coordinate",
            [[[x], [x + 2 * step], [x + 9 * step]], [red, blue, blue], [x + step * 7], 1],
            "Points of length 1, not bare numbers.",
        ),
        case(
            "equal-distance",
            "Two points equally far",
            [[[x - step, y], [x + step, y]], [red, blue], [x, y], 1],
            "Only one of two equally near points can vote: the statement does not say which.",
            undefined=True,
        ),
        case(
            "one-point", "A single known point", [[[x, y]], [green], [x + 5, y - 5], 1], "The smallest input there is."
        ),
        case(
            "on-a-point",
            "The query is a known point",
            [ladder, [red, blue, blue, blue, blue], ladder[0], 1],
            "Distance zero.",
        ),
        case(
            "same-point-twice",
            "A known point stands there twice",
            [[ladder[2], ladder[0], ladder[2]], [red, blue, red], [x, y], 3],
            "Duplicates: each of them votes.",
        ),
        case(
            "far-away",
            "Far from the origin",
            [[[10**8, x], [10**8 + 2, x], [10**8 + 5, x]], [blue, green, red], [10**8 + 3, x], 1],
            "Large coordinates: distances must not lose their digits.",
        ),
        case(
            "too-many-neighbours",
            "More neighbours than points",
            [ladder[:2], [red, red], [x, y], 5],
            "k > n is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "no-points",
            "No known points",
            [[], [], [x, y], 1],
            "Empty lists are outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "not-a-number",
            "A coordinate that is not a number",
            [[[x, y], [x, float("nan")], [x + 1, y]], [red, blue, green], [x, y + 1], 2],
            "NaN is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "text",
            "A number written as text",
            [[[x, y], [str(x), y]], [red, blue], [x, y], 1],
            "Strings are outside of what the statement promises: what happens?",
            undefined=True,
        ),
    ]
