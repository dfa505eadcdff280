"""Worker processes, without bots."""
