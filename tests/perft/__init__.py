"""Tree counts: one file of positions for every game; `counts` reads them."""
