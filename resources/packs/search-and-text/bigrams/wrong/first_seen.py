"""Among words that came equally often it takes the one that came first."""

from collections import Counter


def continue_text(text, word, count):
    words = text.split()
    result = [word]
    while len(result) < count:
        after = Counter(b for a, b in zip(words, words[1:]) if a == result[-1])
        if not after:
            break
        result.append(after.most_common(1)[0][0])
    return result
