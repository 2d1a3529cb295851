"""The window: panes that draw what differs. The only room that knows Qt."""
