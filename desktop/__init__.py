"""Defense Desk: write Python for a problem, run it, and defend it orally. Read `desktop/README.md` for the plan."""

__version__ = "0.1.0"
