import numpy as np


def train_perceptron(points, labels, rounds):
    table = np.hstack([np.array(points), np.ones((len(points), 1), dtype=int)])
    line = np.zeros(table.shape[1])
    for _ in range(rounds):
        for row, label in zip(table, labels):
            if (row @ line > 0) != (label > 0):
                line += label * row
    return line[:-1], line[-1]
