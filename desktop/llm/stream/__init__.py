"""From the bytes of a reply to its three streams and its calls: pure, linear, and never silently wrong."""
