"""Tables: the registry of open ones, one table from its making to its end, and everything that happens at it."""
