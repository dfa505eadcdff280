"""Bazaar (Sid Sackson). Start reading at rules.py; the rules in words are in rulebook.toml."""
