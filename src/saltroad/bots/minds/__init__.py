"""What bots know of one game each: `weigh(view, action)` says how much an action is worth at a glance."""
