"""The search of threats without gravity."""
