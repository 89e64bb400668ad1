"""Tournaments that run in the lab while people watch."""
