import numpy as np


def best_stump(rows, labels):
    table, wanted = np.array(rows), np.array(labels)
    found = []
    for column in range(table.shape[1]):
        for threshold in np.unique(table[:, column])[:-1]:
            goes_left = table[:, column] <= threshold
            left = int(wanted[goes_left].mean() > 0.5)
            right = int(wanted[~goes_left].mean() > 0.5)
            mistakes = int((np.where(goes_left, left, right) != wanted).sum())
            found.append((mistakes, column, threshold.item(), left, right))
    return min(found)[1:]
