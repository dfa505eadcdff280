"""The migrations of the schema; `upgrade` runs those that are missing. One that has landed never changes."""
