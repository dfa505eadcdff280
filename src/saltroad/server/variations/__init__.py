"""Variations: what is played on from a ply of a finished game or from the start of one, bots, analyses, puzzles."""
