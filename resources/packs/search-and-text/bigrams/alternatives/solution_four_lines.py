def continue_text(text, word, count):
    words = text.split()
    after = sorted(second for first, second in zip(words, words[1:]) if first == word)
    return [word] + (continue_text(text, max(after, key=after.count), count - 1) if after and count > 1 else [])
