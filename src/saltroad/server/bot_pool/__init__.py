"""The bot pool: worker processes in which bots choose, the queue before them, and compiling ahead of time."""
