"""Having a problem written by a model: the order, what comes of it, the diff to agree to."""
