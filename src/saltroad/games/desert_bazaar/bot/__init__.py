"""What bots know of Desert Bazaar: a first look for the greedy bot, an evaluator for search, and the levels."""
