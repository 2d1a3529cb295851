"""What a program printed, its variables, its tests and its pictures. All of it is hostile text and is shown as text."""
