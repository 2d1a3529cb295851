"""A problem as a model might write it, and two that do not hold."""

STATEMENT = """# Moving mean

Write `moving_mean(values, width)` that returns the list of the means of all runs of `width` neighbouring values.
`values` is a list of numbers, `1 <= width <= len(values)`. Do not change it.

    moving_mean([1, 3, 5], 2)  # [2.0, 4.0]
"""
SOLUTION = """def moving_mean(values, width):
    means = []
    for start in range(len(values) - width + 1):
        means.append(sum(values[start : start + width]) / width)
    return means
"""
BASELINE = """def cases(rng):
    values = [rng.randint(-9, 9) for _ in range(6)]
    more = [rng.randint(-9, 9) for _ in range(8)]
    return [
        {"id": "pairs", "title": "Pairs", "call": "moving_mean", "args": [values, 2], "looks_for": "the usual case"},
        {"id": "threes", "title": "Threes", "call": "moving_mean", "args": [more, 3], "looks_for": "a longer run"},
        {"id": "other", "title": "Other pairs", "call": "moving_mean", "args": [more, 2], "looks_for": "other values"},
    ]
"""
EDGES = """def cases(rng):
    values = [rng.randint(-9, 9) for _ in range(4)]
    return [
        {"id": "whole", "title": "All at once", "call": "moving_mean", "args": [values, 4], "looks_for": "width = n"},
        {"id": "single", "title": "Width one", "call": "moving_mean", "args": [values, 1], "looks_for": "width = 1"},
        {"id": "one-value", "title": "One value", "call": "moving_mean", "args": [[7], 1], "looks_for": "n = 1"},
    ]
"""
GOOD = {
    "id": "moving-mean",
    "title": "Moving mean",
    "title_zh": "移动平均",
    "topic": "Lists",
    "statement": STATEMENT,
    "hint": "How many runs of that width are there? Try it on paper with four values.",
    "entry_point": "moving_mean",
    "scaffold": "def moving_mean(values, width):\n    return []\n",
    "solution": SOLUTION,
    "baseline": BASELINE,
    "edges": EDGES,
    "wrong": [
        SOLUTION.replace(" + 1)", ")"),
        SOLUTION.replace("/ width", "/ len(values)").replace("means = []", "means = [0]"),
    ],
    "explains": "The student explains how many runs there are.",
    "question": "Why does your loop run len(values) - width + 1 times?",
}
BAD_SCAFFOLD = {**GOOD, "scaffold": "def moving_mean(values, width)\n    pass\n"}
LOOSE_TESTS = {**GOOD, "wrong": [SOLUTION, SOLUTION]}  # a "wrong" program that is right: the check must find it
