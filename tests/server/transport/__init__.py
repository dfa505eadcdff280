"""WebSockets beside the HTTP app."""
