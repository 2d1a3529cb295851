"""What can go wrong with a server, in sentences for people, and whether and when it is tried again."""
