"""Chooses among the followers the word that is most frequent in the whole text."""


def continue_text(text, word, count):
    words = text.split()
    result = [word]
    while len(result) < count:
        after = sorted(set(b for a, b in zip(words, words[1:]) if a == result[-1]))
        if not after:
            break
        result.append(max(after, key=words.count))
    return result
