"""The exact solver for games with gravity, on boards of up to 128 bits."""
