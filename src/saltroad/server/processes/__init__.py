"""Several processes as one server: a table is in one of them, and the others pass everything on, through Redis."""
