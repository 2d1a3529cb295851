"""The right side of the desk: the course of a defense, and everything the student is asked in it."""
