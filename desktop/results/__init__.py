"""What a finished defense is made into: usage figures and traces, pure functions of its records."""
