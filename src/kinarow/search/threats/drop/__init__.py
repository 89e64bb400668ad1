"""The search of threats with gravity."""
