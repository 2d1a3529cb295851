"""How each event changes the screen: pure values, no Qt, so the window is tested without a window."""
