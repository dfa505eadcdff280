"""The proof of Through the Desert's rules, one test or more for every id; `table` sets the positions up."""
