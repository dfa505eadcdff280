"""What bots know of Through the Desert: a first look for the greedy bot, an evaluator for search, and the levels."""
