"""Texts of few different words, drawn until typical mistakes give another result."""

WORDS = ["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen"]


def go_on(words, word, count, circle=False, best=None):
    """What the statement asks for; `circle` also lets the first word follow the last; `best` chooses a follower."""
    result = [word]
    pairs = list(zip(words, words[1:] + words[:1] if circle else words[1:]))
    best = best or (lambda after: max(sorted(after), key=after.count))
    while len(result) < count:
        after = [second for first, second in pairs if first == result[-1]]
        if not after:
            break
        result.append(best(after))
    return result


def most_common_word(after, words):
    return max(sorted(after), key=words.count)


def draw(rng, length, different, count, fair):
    """A text and a word for which `fair(result, words)` holds."""
    while True:
        some = rng.sample(WORDS, different)
        words = [rng.choice(some) for _ in range(length)]
        word = rng.choice(words[:-1])
        if fair(go_on(words, word, count), words):
            return [" ".join(words), word, count]


def counted(result, words):
    """Neither the first follower, nor the commonest word, nor the alphabet alone leads to the result."""
    start, count = result[0], len(result)
    others = [
        go_on(words, start, count, best=lambda after: after[0]),
        go_on(words, start, count, best=lambda after: after[-1]),
        go_on(words, start, count, best=min),
        go_on(words, start, count, best=lambda after: most_common_word(after, words)),
    ]
    return len(set(result)) >= 3 and result not in others


def tied(result, words):
    """A follower that came equally often as another, and later in the text, but is smaller."""
    first_seen = go_on(words, result[0], len(result), best=lambda after: max(after, key=after.count))
    largest = go_on(words, result[0], len(result), best=lambda after: max(sorted(after)[::-1], key=after.count))
    return len(set(result)) >= 3 and result not in (first_seen, largest)


def ends(result, words):
    """The result ends before its time, at the last word of the text; a circle would go on."""
    return 3 <= len(result) <= 4 and result != go_on(words, result[0], 6, circle=True)


def test(name, title, args, looks_for, **more):
    return {"id": name, "title": title, "call": "continue_text", "args": args, "looks_for": looks_for, **more}


def cases(rng):
    one, two, three = rng.sample(WORDS, 3)
    lines = f"{one} {two}\n{one}   {three.title()}\t{one} {three}.\n{one} {two} {one} {three}"
    mixed = [" \n\n".join([lines] * 3), one, 3]
    return [
        test(
            "one-more",
            "The next word",
            draw(rng, 8, 3, 2, lambda result, words: words.index(result[-1]) > 1 and result[0] != result[-1]),
            "The most frequent follower.",
        ),
        test("short", "Three words", draw(rng, 9, 4, 3, counted), "Counted pairs, not counted words."),
        test("equally-often", "Words that came equally often", draw(rng, 10, 4, 3, tied), "The smallest string wins."),
        test(
            "dead-end",
            "Nothing comes after the last word",
            draw(rng, 7, 5, 6, ends),
            "The text does not begin again at its end.",
        ),
        test("unchanged", "Words as they are", mixed, "White space of any kind; capitals and full stops count."),
        test(
            "longer",
            "A longer text",
            draw(rng, 40, 7, 10, lambda result, words: len(set(result)) >= 4 and counted(result[:5], words)),
            "Ten words.",
        ),
        test("circle", "It goes round in circles", [f"{one} {two} {three} {one}", two, 7], "A word may come again."),
    ]
