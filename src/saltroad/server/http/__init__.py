"""The HTTP side of the server: who one is, games, tables, finished games, and the pages of the client."""
