"""Desert Bazaar (Brian Yu). Start reading at rules.py; the rules in words are in rulebook.toml."""
