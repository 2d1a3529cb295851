"""Adds `count` words after the first one."""


def continue_text(text, word, count):
    words = text.split()
    result = [word]
    for _ in range(count):
        after = sorted(b for a, b in zip(words, words[1:]) if a == result[-1])
        if not after:
            break
        result.append(max(after, key=after.count))
    return result
