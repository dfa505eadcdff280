"""The environments for reinforcement learning, by the checkers of their libraries and against the contract."""
