"""Turns everything into small letters and drops full stops."""


def continue_text(text, word, count):
    words = text.lower().replace(".", "").split()
    result = [word]
    while len(result) < count:
        after = sorted(b for a, b in zip(words, words[1:]) if a == result[-1])
        if not after:
            break
        result.append(max(after, key=after.count))
    return result
