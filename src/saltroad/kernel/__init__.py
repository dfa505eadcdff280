"""What a game is. Knows numpy and numba, and no game."""
