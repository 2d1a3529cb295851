from collections import Counter, defaultdict


class Bigrams:
    def __init__(self, text):
        self.after = defaultdict(Counter)
        words = text.split()
        for position in range(1, len(words)):
            self.after[words[position - 1]][words[position]] += 1

    def best(self, word):
        most = max(self.after[word].values(), default=0)
        return min((other for other, times in self.after[word].items() if times == most), default=None)


def continue_text(text, word, count):
    model, result = Bigrams(text), []
    while word is not None and len(result) < count:
        result.append(word)
        word = model.best(word)
    return result
