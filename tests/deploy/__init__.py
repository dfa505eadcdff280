"""What is shipped for hosts."""
