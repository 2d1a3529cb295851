def case(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "path_length", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    width, height = rng.randint(4, 7), rng.randint(4, 6)
    end = rng.randint(1, width - 2)
    row = ["." * width]
    tall = ["."] * height
    gate = rng.randint(1, 27)
    slalom = []
    for number in range(29):
        slalom.append("." * 29 if number % 2 == 0 else ("#" * 28 + "." if number % 4 == 1 else "." + "#" * 28))
    return [
        case("same-cell", "Start is goal", [["..", ".."], (1, end % 2), (1, end % 2)], "Nothing to do: 0."),
        case("walled-in", "Walls all around the start", [[".#.", "##.", "..."], (0, 0), (2, 2)], "No way: -1."),
        case("one-row", "One row", [row, (0, width - 1), (0, end)], "To the left in a grid of one row."),
        case("empty-room", "A large empty grid", [["." * 30] * 30, (0, 0), (29, 29)], "Each cell is looked at once."),
        case(
            "start-on-wall",
            "The start is a wall",
            [["#.", ".."], (0, 0), (1, 1)],
            "A start in a wall is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case("one-cell", "A single cell", [["."], (0, 0), (0, 0)], "The smallest grid there is."),
        case("one-column", "One column", [tall, (height - 1, 0), (0, 0)], "Upwards in a grid of one column."),
        case(
            "not-around",
            "No way around the edge",
            [["." + "#" * (width - 2) + "."], (0, 0), (0, width - 1)],
            "A move never leaves the grid on one side to come back on the other.",
        ),
        case(
            "other-side",
            "A gap between two rows",
            [["." * end + "#" * (width - end), "." * width, "#" * end + "." * (width - end)], (0, 0), (2, width - 1)],
            "A single way.",
        ),
        case(
            "closed-gate",
            "A large grid cut in two",
            [["." * gate + "#" + "." * (29 - gate)] * 30, (0, 0), (29, 29)],
            "The search ends although there is no way.",
        ),
        case("slalom", "Walls from both sides", [slalom, (0, 0), (28, 28)], "A very long way."),
        case(
            "goal-outside",
            "The goal lies outside of the grid",
            [["..", ".."], (0, 0), (2, 5)],
            "A goal outside is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "cells-as-lists",
            "Cells as lists",
            [["..", ".."], [0, 0], [1, 1]],
            "Lists instead of tuples are outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "no-grid",
            "No rows at all",
            [[], (0, 0), (0, 0)],
            "An empty grid is outside of what the statement promises: what happens?",
            undefined=True,
        ),
    ]
