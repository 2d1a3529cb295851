"""How the window looks: tokens, one style sheet, icons, fonts. Nothing here knows a pane."""
