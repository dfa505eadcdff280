"""The kernel, and every trap that it is built around."""
