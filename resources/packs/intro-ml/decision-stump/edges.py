def case(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "best_stump", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    low = rng.randint(-5, 5)
    step = rng.randint(1, 4)
    other = rng.randint(6, 9)
    ladder = [[low + step * n] for n in range(4)]
    mixed = rng.sample(ladder, 4)
    return [
        case("one-label", "Every row has label 1", [ladder[:3], [1, 1, 1]], "left and right may be the same."),
        case(
            "equal-rows",
            "Equal rows with different labels",
            [[[low], [low], [low], [low + step]], [1, 0, 1, 0]],
            "A number that stands there several times is one threshold; nobody can avoid this mistake.",
        ),
        case(
            "back-and-forth",
            "Labels that change at every step",
            [ladder, [0, 1, 0, 1]],
            "Equally good stumps in one column: the smallest threshold.",
        ),
        case(
            "half-and-half",
            "As many zeros as ones on a side",
            [[[low], [low], [low + step], [low + step]], [1, 0, 1, 1]],
            "Equally frequent labels: the side says 0.",
        ),
        case(
            "all-equal",
            "No column has two different numbers",
            [[[low], [low]], [0, 1]],
            "No threshold at all: the statement does not say what happens.",
            undefined=True,
        ),
        case("two-rows", "Two rows", [[[low], [low + step]], [1, 0]], "The smallest input with a threshold."),
        case("unsorted", "Rows in any order", [mixed, [int(row[0] > low) for row in mixed]], "Rows are not sorted."),
        case(
            "mirror",
            "Two columns with the same numbers",
            [[[low, low], [low + step, low + step], [low + 2 * step, low + 2 * step]], [0, 1, 1]],
            "Equally good stumps: the lowest column.",
        ),
        case(
            "dull-column",
            "A column with one number only",
            [[[other, low + step], [other, low]], [1, 0]],
            "A column without a threshold is passed over.",
        ),
        case("fractions", "Numbers with decimals", [[[0.1], [0.25], [0.7]], [0, 0, 1]], "The threshold is not rounded."),
        case("negative", "Below zero", [[[-other], [-low - 20], [-1]], [0, 1, 1]], "Signs, in any order."),
        case("huge", "Very large numbers", [[[10**12 + n] for n in range(3)], [1, 0, 0]], "Neighbours far from zero."),
        case(
            "no-rows",
            "No rows",
            [[], []],
            "Empty lists are outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "third-label",
            "A label 2",
            [ladder[:3], [0, 2, 2]],
            "Labels other than 0 and 1 are outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "not-a-number",
            "A number that is none",
            [[*[[low + n] for n in range(15)], [float("nan")]], [0] * 6 + [1] * 10],
            "NaN is outside of what the statement promises: what happens?",
            undefined=True,
        ),
    ]
