"""What is sent: a history that every server accepts, the parameters this one takes, and what all of it counts."""
