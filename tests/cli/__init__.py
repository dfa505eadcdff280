"""The commands as people type them; `camp` holds what the tests of Desert Bazaar share."""
