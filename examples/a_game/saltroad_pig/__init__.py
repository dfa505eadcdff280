"""Pig, the dice game. Start reading at rules.py; the rules in words are in rulebook.toml."""
