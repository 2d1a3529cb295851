"""The terminal front: the same loop, the same log, exit codes for machines."""
