"""First games and pictures of rules."""
