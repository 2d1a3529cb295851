"""Lets the first word of the text follow the last one."""


def continue_text(text, word, count):
    words = text.split()
    result = [word]
    while len(result) < count:
        after = sorted(words[(i + 1) % len(words)] for i in range(len(words)) if words[i] == result[-1])
        if not after:
            break
        result.append(max(after, key=after.count))
    return result
