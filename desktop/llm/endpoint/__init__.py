"""A model behind an address as an examiner: one reply in up to three attempts, every silence limited and told."""
