"""Through the Desert (Reiner Knizia). Start reading at rules.py; the rules in words are in rulebook.toml."""
