"""What fills the window: home, desk, settings."""
