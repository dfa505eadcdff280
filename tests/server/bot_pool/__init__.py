"""What Thinkers is made of."""
