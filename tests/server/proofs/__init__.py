"""Proofs under fire: kills, broken networks, curious eyes."""
