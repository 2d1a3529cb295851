class Perceptron:
    def __init__(self, size):
        self.weights = [0 for _ in range(size)]
        self.bias = 0

    def predict(self, point):
        total = self.bias
        for i, value in enumerate(point):
            total += self.weights[i] * value
        return 1 if total > 0 else -1

    def learn(self, point, label):
        if self.predict(point) == label:
            return False
        for i, value in enumerate(point):
            self.weights[i] += label * value
        self.bias += label
        return True


def train_perceptron(points, labels, rounds):
    model = Perceptron(len(points[0]))
    while rounds > 0 and any([model.learn(point, label) for point, label in zip(points, labels)]):
        rounds -= 1
    return model.weights, model.bias
