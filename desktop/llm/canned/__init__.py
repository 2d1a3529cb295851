"""Examiners without a model: from a script, and from the replies a defense recorded."""
