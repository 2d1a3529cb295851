"""One defense: the only writer of its log, the loop, the path every front goes. Knows rooms below by shape only."""
