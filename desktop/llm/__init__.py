"""Talks to a language model at any /chat/completions address, and reads what it streams without a mistake."""
