"""Tables in which the best stump is not the first one tried."""


def stumps(rows, labels):
    """All stumps as (mistakes, column, threshold, left, right), in the order of the statement's rules."""
    found = []
    for column in range(len(rows[0])):
        for threshold in sorted({row[column] for row in rows})[:-1]:
            sides = [[], []]
            for row, label in zip(rows, labels):
                sides[row[column] > threshold].append(label)
            says = [int(2 * sum(side) > len(side)) for side in sides]
            mistakes = sum(label != said for side, said in zip(sides, says) for label in side)
            found.append((mistakes, column, threshold, *says))
    return sorted(found)


def draw(rng, count, columns, fair, high=9):
    """A table for which `fair(all stumps, best first)` holds and which has at least two rows of each label."""
    while True:
        rows = [[rng.randint(0, high) for _ in range(columns)] for _ in range(count)]
        labels = [rng.randint(0, 1) for _ in range(count)]
        if not 2 <= sum(labels) <= count - 2 or any(len({row[c] for row in rows}) < 2 for c in range(columns)):
            continue
        found = stumps(rows, labels)
        if len(found) >= 3 and fair(found):
            return [rows, labels]


def clear(found):
    """The best stump stands alone and has a threshold in the middle of its column."""
    best, next_best = found[0], found[1]
    steps = [stump for stump in found if stump[1] == best[1]]
    thresholds = sorted(stump[2] for stump in steps)
    return best[0] < next_best[0] and best[2] not in (thresholds[0], thresholds[-1])


def draw_equals(rng):
    """Several best stumps, two of them in column 0; going through the rows in order finds a larger threshold first."""
    while True:
        rows, labels = draw(rng, 6, 2, several)
        found = stumps(rows, labels)
        best = [stump[2] for stump in found if stump[:2] == (found[0][0], 0)]
        if next(row[0] for row in rows if row[0] in best) != min(best):
            return [rows, labels]


def several(found):
    fewest = [stump for stump in found if stump[0] == found[0][0]]
    columns = [stump[1] for stump in fewest]
    return found[0][0] == 1 and columns.count(0) >= 2 and 1 in columns


def test(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "best_stump", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    low, gap = rng.randint(1, 4), rng.randint(2, 5)
    ladder = [[low], [low + 1], [low + gap + 1], [low + gap + 3]]
    return [
        test("clear-cut", "One column, two groups", [ladder, [0, 0, 1, 1]], "The threshold belongs to the left."),
        test(
            "upside-down",
            "Ones on the left",
            draw(rng, 5, 1, lambda found: clear(found) and found[0][0] == 0 and found[0][3:] == (1, 0)),
            "Which label stands on which side is counted, not assumed.",
        ),
        test(
            "second-column",
            "The second column is better",
            draw(rng, 5, 2, lambda found: clear(found) and found[0][1] == 1 and found[0][0] == 0),
            "Every column is tried.",
        ),
        test(
            "with-mistakes",
            "No stump is perfect",
            draw(rng, 9, 2, lambda found: clear(found) and 1 <= found[0][0] <= 2),
            "The fewest mistakes, even if it is not zero.",
        ),
        test(
            "three-columns",
            "Three columns",
            draw(rng, 12, 3, lambda found: clear(found) and found[0][1] == 2, 20),
            "Rows of any length.",
        ),
        test(
            "equally-good",
            "Equally good stumps",
            draw_equals(rng),
            "Lowest column first, then the smallest threshold.",
            keeps_arguments=True,
        ),
    ]
