"""Observations, batches and the reference encoders that they are compared with."""
