def fit_line(xs, ys, rate, steps):
    """Return (w, b) of the line y = w * x + b after `steps` steps of gradient descent."""
    w = 0.0
    b = 0.0
    # Your code: work out both gradients, then move w and b; do this `steps` times.
    return w, b
