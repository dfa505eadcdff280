"""How the schema came to be, step by step; `upgrade` runs what is missing. A step that has landed never changes."""
