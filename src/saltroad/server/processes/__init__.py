"""Several server processes on one port: the supervisor that starts them, and the program of each."""
