"""The code editor and what belongs to it. It knows Python as text; it never runs any."""
