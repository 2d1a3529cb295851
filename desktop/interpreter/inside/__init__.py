"""What runs in the student's process: the standard library (and numpy where installed), nothing of ours from above."""
