def case(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "continue_text", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    one, two, three = rng.sample(["ant", "bee", "cat", "dog", "elk"], 3)
    low, high = sorted([two, three])
    times = rng.randint(3, 6)
    return [
        case("empty-text", "An empty text", ["", one, 3], "Nothing to count: the word alone."),
        case("unknown-word", "A word that does not occur", [f"{one} {two}", three, times], "The word alone."),
        case("count-one", "One word only", [f"{one} {two} {one}", one, 1], "count = 1: `word` is counted, too."),
        case(
            "tie",
            "Equally often",
            [f"{one} {high} {one} {low}", one, 2],
            "The smaller string, not the one that came first.",
        ),
        case(
            "count-zero",
            "No words wanted",
            [f"{one} {two}", one, 0],
            "count < 1 is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case("white-space", "White space only", [" \n ", one, 3], "No words in it."),
        case("one-word-text", "A text of one word", [one, one, 3], "One word makes no pair."),
        case("twin", "The same word twice", [f"{two} {two}", two, times], "A word may follow itself."),
        case("capitals", "Capitals come first", ["a b a B", "a", 2], "Strings are compared with <: 'B' is below 'b'."),
        case("digits", "Numbers are words, too", ["x 10 x 9", "x", 2], "Words stay strings: '10' is below '9'."),
        case("end-of-text", "The last word of the text", [f"{one} {two} {three}", three, 4], "Nothing follows it."),
        case(
            "long",
            "A long text",
            [f"{one} {two} " * 200 + f"{one} {three} " * 201, one, 2],
            "Eight hundred words: the last pairs decide.",
        ),
        case(
            "negative-count",
            "Fewer than none",
            [f"{one} {two}", one, -2],
            "count < 1 is outside of what the statement promises: what happens?",
            undefined=True,
        ),
        case(
            "list-of-words",
            "A list instead of a text",
            [[one, two, one], one, 3],
            "A list is outside of what the statement promises: what happens?",
            undefined=True,
        ),
    ]
