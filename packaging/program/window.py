"""What the packaged `defense-desk` runs: the window, the command line, and the door of a local model."""

from desktop.__main__ import main

main()
