"""The exact solver for small games without gravity, by proof numbers."""
