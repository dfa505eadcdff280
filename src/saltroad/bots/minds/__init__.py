"""What bots know of one game each: `weigh(view, legal)` says how much each action is worth at a glance."""
