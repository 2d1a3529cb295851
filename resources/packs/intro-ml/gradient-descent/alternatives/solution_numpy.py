import numpy as np


def fit_line(xs, ys, rate, steps):
    design = np.column_stack([np.array(xs, dtype=float), np.ones(len(xs))])
    target = np.array(ys, dtype=float)
    line = np.zeros(2)
    for _ in range(steps):
        line = line - rate * 2 / len(target) * design.T @ (design @ line - target)
    return line
