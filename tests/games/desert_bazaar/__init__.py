"""The proof of Desert Bazaar's rules, one test or more for every id; `table` sets the positions up."""
