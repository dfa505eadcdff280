"""The play server."""
