"""Keeps one follower for each word, the one seen last, and counts nothing."""


def continue_text(text, word, count):
    words = text.split()
    after = {}
    for first, second in zip(words, words[1:]):
        after[first] = second
    result = [word]
    while len(result) < count and result[-1] in after:
        result.append(after[result[-1]])
    return result
