"""The lines that the sources must not cross."""
