"""How a lab is reached: who is let in, who is next, and the server."""
