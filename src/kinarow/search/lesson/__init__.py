"""Searches for teaching: told step by step, as a drawn tree, as slides and as a moving picture."""
