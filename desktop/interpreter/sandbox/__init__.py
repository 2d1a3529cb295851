"""What closes a worker, system by system. Imports the standard library only: half of it runs inside the worker."""
