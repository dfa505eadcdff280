"""What crosses the wire: the messages between a client and the server, as typed values."""
