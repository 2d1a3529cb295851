"""The rules of play, pure: what each record means, what comes next, when to stop, what a mark is worth. No I/O."""
