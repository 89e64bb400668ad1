"""The book of openings: read, made and checked."""
