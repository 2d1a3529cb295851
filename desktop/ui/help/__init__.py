"""Help in the window: the manual, the sheet of keys, and the tour of the desk."""
