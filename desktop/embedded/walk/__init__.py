"""Follows one run of a program step by step: source text for a worker, and the reading of what it answers."""
