"""Choosing who examines: the server, its key, its model, and whether it works."""
