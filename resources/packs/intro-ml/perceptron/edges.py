def case(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "train_perceptron", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    x, y = rng.randint(1, 6), rng.randint(1, 6)
    rounds = rng.randint(2, 5)
    cross = [[x, y], [-x, -y], [x, -y], [-2 * x, 2 * y]]
    return [
        case("no-rounds", "No round at all", [[[x, y], [y, x]], [1, -1], 0], "rounds = 0: all zeros."),
        case("one-point", "A single point", [[[x, -y]], [1], rounds], "The smallest input there is."),
        case(
            "zero-score",
            "Exactly on the line",
            [[[x, 1], [0, -1]], [1, 1], 1],
            "A score of 0 says -1, also in the middle of the training.",
        ),
        case("crosswise", "Classes no line separates", [cross, [1, 1, -1, -1], rounds], "It stops after `rounds` rounds."),
        case(
            "label-zero",
            "A label 0",
            [[[x, y], [y, -x]], [1, 0], 2],
            "Labels other than 1 and -1 are outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "right-at-once",
            "Right from the start",
            [[[x, y], [-y, x]], [-1, -1], rounds],
            "A score of 0 says -1, which is right here: nothing changes.",
        ),
        case("one-dimension", "Points with one coordinate", [[[x], [-y]], [-1, 1], rounds], "Points of length 1."),
        case(
            "same-point",
            "One point with both labels",
            [[[x, y], [x, y], [x, y]], [1, -1, 1], rounds],
            "Duplicates that contradict each other: it never settles.",
        ),
        case("origin", "A point at zero", [[[0, 0], [x, y]], [1, -1], rounds], "Only the bias can learn from it."),
        case("huge", "Very large numbers", [[[10**9, x], [-(10**9), y]], [1, -1], 2], "Large coordinates."),
        case("fractions", "Numbers with decimals", [[[0.5, x + 0.25], [-1.5, y]], [1, -1], 3], "Floats."),
        case(
            "no-points",
            "No points at all",
            [[], [], rounds],
            "Empty lists are outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "not-a-number",
            "A coordinate that is not a number",
            [[*[[x + n, y - n] for n in range(10)], [x, float("nan")]], [1, -1] * 5 + [1], 2],
            "NaN is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "text",
            "A number written as text",
            [[[x, str(y)]], [1], 1],
            "Strings are outside of what the statement promises: what happens?",
            undefined=True,
        ),
    ]
