"""The append-only event log in SQLite, and nothing else that remembers."""
