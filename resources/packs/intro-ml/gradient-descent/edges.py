def case(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "fit_line", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    x, y = rng.randint(2, 5), rng.randint(2, 9)
    slope, start = rng.choice([-3, -2, 2, 3]), rng.choice([-4, -2, 2, 4])
    xs = rng.sample(range(-4, 5), 3)
    ys = [slope * value + start for value in xs]
    return [
        case("no-steps", "No step at all", [xs, ys, 0.1, 0], "steps = 0: the line is still flat."),
        case("one-point", "A single point", [[x], [y], 0.1, 2], "The smallest input there is."),
        case("same-points", "The same point three times", [[x] * 3, [y] * 3, 0.1, 2], "Duplicates: n counts them all."),
        case("too-fast", "A rate that is too large", [[x, x + 5], [y, -y], 1, 6], "The values grow: return them."),
        case(
            "no-points",
            "No points at all",
            [[], [], 0.1, 2],
            "Empty lists are outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case("same-x", "Points one above the other", [[x] * 2, [y, -y - 1], 0.1, 3], "No line runs through them."),
        case("flat", "The flat line is right already", [xs, [0, 0, 0], 0.1, 4], "Errors of zero: nothing moves."),
        case("at-zero", "All x are zero", [[0, 0], [y, y + 2], 0.5, 1], "w has nothing to learn from; b has."),
        case("negative", "Negative numbers only", [[-1, -x], [-y, -2 * y], 0.1, 2], "Signs."),
        case("huge", "Very large x", [[1e6, 2e6], [y, y + 1], 1e-13, 2], "Large and tiny numbers together."),
        case(
            "different-lengths",
            "Fewer y than x",
            [[x, x + 1, x + 2], [y, y + 1], 0.1, 1],
            "Lists of different lengths are outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "not-a-number",
            "A y that is not a number",
            [[*range(x, x + 16)], [*range(y, y + 15), float("nan")], 0.001, 1],
            "NaN is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "text",
            "A number written as text",
            [[x, str(x + 1)], [y, y + 1], 0.1, 1],
            "Strings are outside of what the statement promises: what happens?",
            undefined=True,
        ),
    ]
