def continue_text(text, word, count):
    """Return up to `count` words: `word`, and after it the most frequent followers in `text`."""
    words = [word]
    # Your code: count which word follows which, then go on from the last word.
    return words
