"""What games say, in English and French."""
