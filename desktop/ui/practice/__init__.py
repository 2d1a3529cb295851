"""What comes after a practice defense: going through a run step by step, and one's own progress."""
