"""The shipped checks, and Pebbles: a game of somebody else's to try them on."""
