"""Earlier states of the program: a list with times, what going back would change, and the way back."""
