"""What `Thinkers` is made of: turns between tables, desks with a worker process each, and the worker itself."""
