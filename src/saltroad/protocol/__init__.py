"""The wire protocol: the messages between clients and the server, as typed values."""
