"""What bots know of Pig: a first look for the greedy bot, and for search who is ahead."""
