"""What runs in the student's process: standard library only (and numpy where it is installed), nothing of ours above."""
