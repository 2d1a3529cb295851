"""What a person asks about servers before one examines: which are here, what they have, whether one works."""
