"""The parts of packaging/smoke.py: where the program runs, and what is tried with it."""
