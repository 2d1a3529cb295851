"""Writes a problem with a language model: one call in, one JSON out, checked by running, at most three attempts."""
