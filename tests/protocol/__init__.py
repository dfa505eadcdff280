"""What goes over the wire, and what the browser has of it."""
