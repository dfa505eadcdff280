"""WebSockets: the protocol on one connection, and the session of a client at a table."""
