def followers(text):
    words = text.split()
    table = {}
    for first, second in zip(words, words[1:]):
        counts = table.setdefault(first, {})
        counts[second] = counts.get(second, 0) + 1
    return table


def continue_text(text, word, count):
    table = followers(text)
    result = [word]
    while len(result) < count and result[-1] in table:
        counts = table[result[-1]]
        result.append(min(counts, key=lambda other: (-counts[other], other)))
    return result
