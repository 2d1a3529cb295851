"""Small parts every pane is made of. They know the theme and nothing of a defense."""
